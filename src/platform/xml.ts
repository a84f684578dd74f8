/**
 * Characters to strip from shown text: control characters (XML 1.0, section 2.2, allows few), non-characters, and
 * marks that change the text direction.
 */
const harmful = /(?![\t\n])[\p{Cc}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069]/gu

/** User text with its line breaks, without harmful characters. */
export const inert = (text: string): string =>
  text.toWellFormed().replaceAll(/\r\n?/g, "\n").replaceAll(harmful, "")

/** Same, on one line. */
export const inertLine = (text: string): string => inert(text).replaceAll(/\s+/g, " ").trim()

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/** Escapes for content and quoted attributes of XML and HTML. */
export const escape = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter)

/** Grapheme clusters, the characters as a reader counts them. */
export const lettersOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)

/** Truncates to at most `most` grapheme clusters. */
export function cut(text: string, most: number): string {
  const letters = lettersOf(text)
  return letters.length <= most
    ? text
    : `${letters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`
}
