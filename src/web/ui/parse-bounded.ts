import type { Marked } from "marked"

/** Marks of emphasis in one paragraph: the parser's time grows with their square. */
const mostMarks = 2000
const mostQuotes = 20

const isTooMuch = (text: string): boolean =>
  text.split(/\n\s*\n/).some((part) => (part.match(/[*_~[]/g)?.length ?? 0) > mostMarks) ||
  text.split("\n").some((line) => (/^[\s>]*/.exec(line)?.[0].match(/>/g)?.length ?? 0) > mostQuotes)

/** Null for a text that is better shown as it is. */
export function parseBounded(parser: Marked, text: string): string | null {
  if (isTooMuch(text)) return null
  try {
    return parser.parse(text, { async: false })
  } catch (error) {
    // The parser of deeply nested text runs out of stack.
    if (error instanceof RangeError) return null
    throw error
  }
}
