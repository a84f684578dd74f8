import { useState } from "react"
import type { MonitorTest } from "./form-documents.ts"
import {
  leavesOf,
  readHead,
  suggestHeader,
  suggestText,
  type Suggestion,
} from "./suggest-assertions.ts"
import { SuggestionButton, SuggestionIcon } from "./test-suggestions.tsx"

type Response = NonNullable<MonitorTest["response"]>

/** Headers, values and text of the response, each to be asserted. */
export function TestResponse({ response: { head, body, isTruncated } }: { response: Response }) {
  const { headers } = readHead(head)
  const leaves = leavesOf(body)
  return (
    <>
      {leaves !== null && leaves.length > 0 && (
        <Lines
          title="JSON values"
          lines={leaves.map(({ path, value, suggestion }) => ({ name: path, value, suggestion }))}
        />
      )}
      {body !== "" && <Body text={body} isTruncated={isTruncated} />}
      {headers.length > 0 && (
        <Lines
          title="Headers"
          lines={headers.map(({ name, value }) => ({
            name,
            value,
            suggestion: suggestHeader(name, value),
          }))}
        />
      )}
    </>
  )
}

type Line = { name: string; value: string; suggestion: Suggestion | null }

const Lines = ({ title, lines }: { title: string; lines: readonly Line[] }) => (
  <section className="test-part">
    <h3>{title}</h3>
    <ul className="test-lines">
      {lines.map(({ name, value, suggestion }, at) => (
        <li key={at}>
          <code className="muted">{name}</code>
          <code>{value}</code>
          {suggestion !== null && <SuggestionIcon suggestion={suggestion} />}
        </li>
      ))}
    </ul>
  </section>
)

const shownCharacters = 4000

/** Text that is selected becomes an assertion. */
function Body({ text, isTruncated }: { text: string; isTruncated: boolean }) {
  const [selected, setSelected] = useState<Suggestion | null>(null)
  const read = () => setSelected(suggestText(getSelection()?.toString() ?? ""))
  const isLong = isTruncated || text.length > shownCharacters
  return (
    <section className="test-part">
      <h3>Body</h3>
      {/* Scrolls, so it must be reachable by keyboard. */}
      <pre
        className="evidence"
        tabIndex={0}
        aria-label="Start of the body"
        onMouseUp={read}
        onKeyUp={read}
      >
        {text.slice(0, shownCharacters)}
        {isLong && "…"}
      </pre>
      {selected === null ? (
        <p className="muted small">Select text to assert that the body contains it.</p>
      ) : (
        <SuggestionButton suggestion={selected} />
      )}
    </section>
  )
}
