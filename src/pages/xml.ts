/**
 * What must not reach a reader's screen: control characters (XML 1.0, section 2.2, allows few of them),
 * non-characters, and marks that turn the direction of all that follows.
 */
const harmful = /(?![\t\n])[\p{Cc}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069]/gu

/** Somebody's words, with their line breaks, and nothing in them that acts. */
export const inert = (text: string): string =>
  text.toWellFormed().replaceAll(/\r\n?/g, "\n").replaceAll(harmful, "")

/** The same on one line. */
export const inertLine = (text: string): string => inert(text).replaceAll(/\s+/g, " ").trim()

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/** For the content and the quoted attributes of XML and HTML alike. */
export const escape = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter)

/** Letters as a reader counts them, whatever they are made of. */
export const lettersOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)

/** At most `most` letters. */
export function cut(text: string, most: number): string {
  const letters = lettersOf(text)
  return letters.length <= most
    ? text
    : `${letters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`
}
