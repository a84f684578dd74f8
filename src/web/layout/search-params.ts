type Search = Record<string, string | string[]>

/** Parses a query string to strings; a repeated name gives a list. */
export function parseSearch(text: string): Search {
  const search: Search = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const known = search[name]
    search[name] = known === undefined ? value : [known, value].flat()
  }
  return search
}

/** The inverse of `parseSearch`; omits absent and empty values. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const one of [value].flat()) {
      const isShown = typeof one === "string" ? one !== "" : typeof one === "number" || one === true
      if (isShown) params.append(name, `${one as string | number | boolean}`)
    }
  }
  const text = params.toString()
  return text === "" ? "" : `?${text}`
}
