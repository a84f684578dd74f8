import { announce } from "../ui/announce.tsx"
import { Button } from "../ui/button.tsx"
import { useDraftForm } from "./draft-context.ts"
import type { MonitorTest } from "./form-documents.ts"
import { canAssert } from "../monitor/monitor-kind.ts"
import {
  isKnown,
  onlyPossible,
  suggestBasics,
  suggestTitle,
  type Suggestion,
} from "./suggest-assertions.ts"

/** One click makes an assertion of what the test saw. */
function useAssert() {
  const { draft, change } = useDraftForm()
  return {
    has: ({ assertion }: Suggestion) => isKnown(draft.assertions, assertion),
    add({ words, assertion }: Suggestion) {
      if (isKnown(draft.assertions, assertion)) return
      change({ assertions: [...draft.assertions, assertion] })
      announce(`Assertion added: ${words}`)
    },
  }
}

export function TestSuggestions({ result }: { result: MonitorTest }) {
  const { draft } = useDraftForm()
  const body = result.response?.body ?? ""
  const suggestions = onlyPossible(
    [...suggestBasics(result, Date.now()), suggestTitle(body)],
    (kind) => canAssert(draft.kind, kind),
  )
  if (suggestions.length === 0) return null
  return (
    <section className="test-part">
      <h3>Assert what you see</h3>
      <div className="row">
        {suggestions.map((one) => (
          <SuggestionButton key={one.words} suggestion={one} />
        ))}
      </div>
    </section>
  )
}

export function SuggestionButton({ suggestion }: { suggestion: Suggestion }) {
  const { has, add } = useAssert()
  const isAdded = has(suggestion)
  return (
    <Button
      icon={isAdded ? "check" : "plus"}
      aria-pressed={isAdded}
      className="button suggestion"
      onClick={() => add(suggestion)}
    >
      {suggestion.words}
    </Button>
  )
}

/** The same in a line of a list, whose text says what is asserted. */
export function SuggestionIcon({ suggestion }: { suggestion: Suggestion }) {
  const { has, add } = useAssert()
  const isAdded = has(suggestion)
  return (
    <Button
      variant="quiet"
      icon={isAdded ? "check" : "plus"}
      aria-pressed={isAdded}
      aria-label={`Assert that ${suggestion.words}`}
      onClick={() => add(suggestion)}
    />
  )
}
