import { hasTerm, termOf, toggleTerm } from "./edit-query.ts"

type Props = {
  title: string
  /** Stands before the name in queries. */
  prefix: string
  values: unknown
  query: string
  onQuery(query: string): void
}

/** Attributes by name; each can be added to the query or excluded. */
export function AttributeTable({ title, prefix, values, query, onQuery }: Props) {
  const entries = Object.entries((values ?? {}) as Record<string, string>).toSorted(([a], [b]) =>
    a.localeCompare(b),
  )
  if (entries.length === 0) return null
  return (
    <section className="attributes" aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {entries.map(([key, value]) => {
          const term = termOf(prefix + key, value)
          const isOn = hasTerm(query, term)
          return (
            <div key={key} data-on={isOn || undefined}>
              <dt className="clip" title={key}>
                {key}
              </dt>
              <dd>
                <code>{value === "" ? "(empty)" : value}</code>
                <span className="attribute-tools">
                  <button
                    type="button"
                    aria-pressed={isOn}
                    aria-label={`Filter for ${key} ${value}`}
                    title="Filter for this value"
                    onClick={() => onQuery(toggleTerm(query, term))}
                  >
                    +
                  </button>
                  <button
                    type="button"
                    aria-label={`Leave out ${key} ${value}`}
                    title="Leave out this value"
                    onClick={() => onQuery(toggleTerm(query, `-${term}`))}
                  >
                    −
                  </button>
                </span>
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
