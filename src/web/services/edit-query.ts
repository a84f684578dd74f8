const bare = /^[^\s()"\\:=<>!-][^\s()"\\:=<>!]*$/

/** A term of the query language; a value that is not one plain word is put in quotation marks. */
export const termOf = (field: string, value: string): string =>
  `${field}:${bare.test(value) && !/^(?:OR|AND|NOT)$/.test(value) ? value : `"${value.replaceAll(/["\\]/g, (one) => `\\${one}`)}"`}`

const pieces = (query: string): string[] =>
  query.match(
    /-?[\w.\-/@]+(?::|[<>]=?|!=|=)(?:"(?:[^"\\]|\\.)*"|[^\s()"]+)|"(?:[^"\\]|\\.)*"|\([^)]*\)|\S+/g,
  ) ?? []

export const hasTerm = (query: string, term: string): boolean => pieces(query).includes(term)

/** Adds a term, or removes it where it stands; its opposite is removed. */
export function toggleTerm(query: string, term: string): string {
  const opposite = term.startsWith("-") ? term.slice(1) : `-${term}`
  const rest = pieces(query).filter((piece) => piece !== term && piece !== opposite)
  return (hasTerm(query, term) ? rest : [...rest, term]).join(" ")
}

/** The service whose SLO counts what the query of spans finds as bad; null if it says more than such an SLO can. */
export function serviceOf(query: string): string | null {
  const terms = pieces(query).filter((piece) => piece !== "status:error")
  const [, value = ""] = /^service:([^*]+)$/.exec(terms[0] ?? "") ?? []
  if (terms.length !== 1 || value === "") return null
  return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, "$1") : value
}

/** What of a refusal belongs below a query bar, and where in the query it points. */
export function faultOf(error: string | null): { words: string; at: number | null } | null {
  if (error === null) return null
  const at = /\(at character (\d+)\)$/.exec(error)?.[1]
  const words = error.replace(/^The input is not valid: #\/\w+ /, "")
  return { words, at: at === undefined ? null : Number(at) - 1 }
}
