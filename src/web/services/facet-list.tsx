import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { hasTerm, termOf, toggleTerm } from "./edit-query.ts"
import { countInWords } from "./figures.ts"
import { Facets } from "./services-documents.ts"
import "./facet-list.css"

type Props = {
  signal: "LOGS" | "SPANS"
  query: string
  times: { from: string; to: string }
  fields: readonly { field: string; label: string }[]
  onQuery(query: string): void
}

/** The most frequent values of fields; each can be required or left out. */
export function FacetList({ signal, query, times, fields, onQuery }: Props) {
  const { id: projectId } = useProject()
  const names = fields.map(({ field }) => field)
  const { data } = useRead(Facets, { projectId, signal, query, fields: names, ...times })
  const all = data?.project?.telemetryFacets ?? []
  return (
    <aside className="facets" aria-label="Filters">
      {fields.map(({ field, label }) => {
        const values = all.filter((one) => one.field === field)
        const top = values[0]?.records ?? 1
        if (data !== undefined && values.length === 0) return null
        return (
          <section key={field} className="facet" aria-label={label}>
            <h2>{label}</h2>
            {data === undefined && <div className="facet-waiting" />}
            <ul>
              {values.map(({ value, records }) => {
                const term = termOf(field, value)
                const isOn = hasTerm(query, term)
                return (
                  <li key={value} data-on={isOn || undefined}>
                    <button
                      type="button"
                      className="facet-value"
                      aria-pressed={isOn}
                      title={value}
                      onClick={() => onQuery(toggleTerm(query, term))}
                    >
                      <span className="facet-bar" style={{ width: `${(records / top) * 100}%` }} />
                      <span className="clip">{value}</span>
                      <span className="muted small">{countInWords(records)}</span>
                    </button>
                    <button
                      type="button"
                      className="facet-not"
                      aria-label={`Leave out ${label} ${value}`}
                      onClick={() => onQuery(toggleTerm(query, `-${term}`))}
                    >
                      −
                    </button>
                  </li>
                )
              })}
            </ul>
          </section>
        )
      })}
    </aside>
  )
}
