/** Text that people and targets wrote, made safe to show: no function but these takes characters away from it. */

/**
 * Characters to strip from shown text: control characters (XML 1.0, section 2.2, allows few), non-characters, and
 * marks that change the text direction.
 */
const harmful = /(?![\t\n])[\p{Cc}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u206f]/gu

const [isolate, endIsolate] = ["\u2068", "\u2069"]

/** User text with its line breaks, without harmful characters. */
export const inert = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replaceAll(harmful, "")

/** Same, on one line. */
export const inertLine = (text: string): string => inert(text).replaceAll(/\s+/g, " ").trim()

/** Hebrew, Arabic and other scripts from right to left, and their marks. */
const rightToLeft =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * A name within a sentence, on one line: its direction does not change the order of what stands around it (UAX #9,
 * section 2.4.2). Marks are added only where they matter.
 */
export function isolated(text: string, around: "ltr" | "rtl" = "ltr"): string {
  const line = inertLine(text)
  const isAlike = around === "ltr" && !rightToLeft.test(line)
  return isAlike || line === "" ? line : isolate + line + endIsolate
}

/** `inert` for a text that was composed of `isolated` names: their marks stay where they are paired. */
export function inertAround(text: string): string {
  const parts = text.split(/(\u2068[^\u2066-\u2069\n]*\u2069)/)
  return parts
    .map((part, at) => (at % 2 === 0 ? inert(part) : isolate + inert(part) + endIsolate))
    .join("")
}

/** Same, on one line. */
export const inertLineAround = (text: string): string =>
  inertAround(text).replaceAll(/\s+/g, " ").trim()

/** Text and isolated names in turns, beginning with text. */
export const partsOfIsolates = (text: string): string[] =>
  text.split(/\u2068([^\u2066-\u2069\n]*)\u2069/)

/** Grapheme clusters, the characters as a reader counts them. */
export const lettersOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)

/** Truncates to at most `most` grapheme clusters. */
export function cut(text: string, most: number): string {
  const letters = lettersOf(text)
  if (letters.length <= most) return text
  const kept = letters
    .slice(0, most - 1)
    .join("")
    .trimEnd()
  const isOpen = kept.lastIndexOf(isolate) > kept.lastIndexOf(endIsolate)
  return `${kept}…${isOpen ? endIsolate : ""}`
}

const hidden = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u206f]/g

/** JSON that does the same to a reader, and nothing to a terminal: what it leaves unescaped otherwise is escaped. */
export const printableJson = (json: string): string =>
  json.replaceAll(hidden, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`)
