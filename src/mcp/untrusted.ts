const longest = 200

/** Controls, format characters (bidirectional, zero-width, tags), and selectors that can hide text. */
const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]/gu
const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g
/** Marks may not be closed or opened from inside. */
const marks = /<(?=\s*\/?\s*untrusted)/gi
/** Most text: nothing in it is replaced, which one look finds sooner than three searches. */
const plain = /^[\n\t -;=-~]*$/

/** Text without characters that a person reading it would not see, on single-width line breaks. */
export const visible = (text: string): string =>
  text.replaceAll(lineBreaks, "\n").replaceAll(invisible, "")

/**
 * Text that people, targets or other programs wrote, marked so that a model does not follow it.
 *
 * @param max characters; how many were left out is said outside the mark.
 */
export function untrusted(text: string, max = longest): string {
  const clean = (plain.test(text) ? text : visible(text).replaceAll(marks, "‹")).trim()
  const kept = clean.length > max ? clean.slice(0, max).toWellFormed() : clean
  const left = clean.length - kept.length
  return `<untrusted>${kept}</untrusted>${left > 0 ? ` [${left} characters left out]` : ""}`
}

export const untrustedOrNull = (text: string | null | undefined, max = longest): string | null =>
  text === null || text === undefined || text === "" ? null : untrusted(text, max)

/** Arguments as meant: a model may send marked text back as it read it. */
export const unmarked = (args: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(args).replaceAll(/<\/?untrusted>/g, "")) as Record<string, unknown>
