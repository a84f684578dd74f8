type Named = { id: string; name: string }

/** Values are "label …" or "page …" with an id, or empty for all monitors. */
export const ScopeOptions = ({ labels, pages }: { labels: Named[]; pages: Named[] }) => (
  <>
    <option value="">All monitors</option>
    {pages.length > 0 && (
      <optgroup label="Status pages">
        {pages.map(({ id, name }) => (
          <option key={id} value={`page ${id}`}>
            {name}
          </option>
        ))}
      </optgroup>
    )}
    {labels.length > 0 && (
      <optgroup label="Labels">
        {labels.map(({ id, name }) => (
          <option key={id} value={`label ${id}`}>
            {name}
          </option>
        ))}
      </optgroup>
    )}
  </>
)
