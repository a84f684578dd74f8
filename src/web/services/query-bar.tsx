import { useEffect, useId, useRef, useState } from "react"
import { useClient } from "urql"
import fields from "../../../schema/telemetry-fields.json"
import { useProject } from "../project/project-context.ts"
import { Icon } from "../ui/icon.tsx"
import { faultOf, termOf } from "./edit-query.ts"
import { Facets, Fields } from "./services-documents.ts"
import "./query-bar.css"

type Signal = "logs" | "spans" | "metrics"
type Props = {
  signal: Signal
  query: string
  times: { from: string; to: string }
  placeholder: string
  /** What the server said of the query. */
  error: string | null
  onQuery(query: string): void
  /** In a form, where what is typed counts without Enter. */
  onType?(query: string): void
}
type Suggestion = { text: string; says: string }

const typingMs = 250
const most = 8

/** The query language with suggestions of fields and values; Enter searches. */
export function QueryBar({ signal, query, times, placeholder, error, onQuery, onType }: Props) {
  const [typed, setTyped] = useState(query)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [caret, setCaret] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => setTyped(query), [query])
  const word = wordAt(typed, caret)
  const suggestions = useSuggestions(signal, word, times, isOpen)
  const isShown = isOpen && suggestions.length > 0
  const fault = faultOf(error)

  function accept({ text }: Suggestion) {
    const isField = text.endsWith(":")
    const before = typed.slice(0, caret - word.length)
    const next = `${before}${word.startsWith("-") ? "-" : ""}${text}${isField ? "" : " "}${typed.slice(caret).trimStart()}`
    const at = before.length + text.length + (isField ? 0 : 1) + (word.startsWith("-") ? 1 : 0)
    setTyped(next)
    onType?.(next)
    setCaret(at)
    setActive(-1)
    requestAnimationFrame(() => input.current?.setSelectionRange(at, at))
  }

  return (
    <search className="query-bar">
      <div className="query-input" data-invalid={fault !== null || undefined}>
        <Icon name="search" size={16} />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={placeholder}
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          data-search
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            onType?.(target.value)
            setCaret(target.selectionStart ?? target.value.length)
            setOpen(true)
            setActive(-1)
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? 0)}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={(event) => {
            const chosen = isShown ? suggestions[active] : undefined
            if (event.key === "ArrowDown" || event.key === "ArrowUp") {
              event.preventDefault()
              setOpen(true)
              const count = suggestions.length
              const step = event.key === "ArrowDown" ? 1 : -1
              if (count > 0)
                setActive((at) => (at + step + count + (at < 0 && step < 0 ? 1 : 0)) % count)
            } else if (event.key === "Escape" && isShown) {
              event.preventDefault()
              setOpen(false)
            } else if (event.key === "Tab" && chosen !== undefined && !event.shiftKey) {
              event.preventDefault()
              accept(chosen)
            } else if (event.key === "Enter") {
              event.preventDefault()
              if (chosen === undefined) {
                setOpen(false)
                onQuery(typed.trim())
              } else accept(chosen)
            }
          }}
        />
        {typed !== "" && (
          <button
            type="button"
            className="query-clear"
            aria-label="Clear the query"
            onClick={() => {
              setTyped("")
              onQuery("")
            }}
          >
            <Icon name="close" size={14} />
          </button>
        )}
      </div>
      {isShown && (
        <ul id={`${id}-list`} className="query-suggestions" role="listbox" aria-label="Suggestions">
          {suggestions.map((one, at) => (
            <li
              key={one.text}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === active}
              onPointerDown={(event) => {
                event.preventDefault()
                accept(one)
              }}
            >
              <code>{one.text}</code>
              <span className="muted small clip">{one.says}</span>
            </li>
          ))}
        </ul>
      )}
      {fault !== null && (
        <p id={`${id}-fault`} className="query-fault" role="alert">
          {fault.words}
        </p>
      )}
    </search>
  )
}

/** The word before the caret. */
const wordAt = (text: string, caret: number): string =>
  /(?:[^\s()"]|"(?:[^"\\]|\\.)*"?)*$/.exec(text.slice(0, caret))?.[0] ?? ""

function useSuggestions(
  signal: Signal,
  word: string,
  times: { from: string; to: string },
  isOpen: boolean,
): Suggestion[] {
  const { id: projectId } = useProject()
  const client = useClient()
  const [found, setFound] = useState<{ key: string; all: Suggestion[] }>({ key: "", all: [] })
  const bare = word.replace(/^-/, "")
  const [, field, value = ""] = /^([A-Za-z_@][\w.\-/@]*)(?::|[<>]=?|!=|=)(.*)$/.exec(bare) ?? []
  const key = `${signal} ${times.from} ${times.to} ${field ?? ""}`

  useEffect(() => {
    if (!isOpen || signal === "metrics") return undefined
    const timer = setTimeout(() => {
      const shared = {
        projectId,
        signal: signal === "logs" ? ("LOGS" as const) : ("SPANS" as const),
        query: "",
        ...times,
      }
      const read = async () => {
        if (field === undefined) {
          const { data } = await client.query(Fields, shared).toPromise()
          const rows = data?.project?.telemetryFields ?? []
          setFound({ key, all: rows.map((row) => ({ text: `${row.field}:`, says: "Attribute" })) })
        } else {
          const { data } = await client.query(Facets, { ...shared, fields: [field] }).toPromise()
          const rows = data?.project?.telemetryFacets ?? []
          setFound({
            key,
            all: rows.map((row) => ({
              text: termOf(field, row.value),
              says: row.records.toLocaleString(),
            })),
          })
        }
      }
      void read()
    }, typingMs)
    return () => clearTimeout(timer)
  }, [client, projectId, signal, key, isOpen])

  const known = fields[signal]
  const later = found.key === key ? found.all : []
  if (field === undefined) {
    const all = known.map(({ name, description }) => ({ text: `${name}:`, says: description }))
    return [...all, ...later]
      .filter(({ text }) => text.toLowerCase().includes(bare.toLowerCase()))
      .slice(0, most)
  }
  const values = known.find(({ name }) => name === field)?.values ?? []
  const all =
    values.length > 0 ? values.map((one) => ({ text: `${field}:${one}`, says: "" })) : later
  return all
    .filter(
      ({ text }) =>
        text.toLowerCase().includes(value.replaceAll('"', "").toLowerCase()) && text !== bare,
    )
    .slice(0, most)
}
