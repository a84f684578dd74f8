/** Measures the terminal columns that texts take up. */

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })

/** Scripts with two-column characters, and emoji (Unicode, annexes 11 and 51). */
const wide =
  /^(?:[[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Yiii}]--[\uFF61-\uFFDC]]|[\u3000-\u303E\uFF01-\uFF60\uFFE0-\uFFE6\p{Emoji_Presentation}]|.\uFE0F)/v

/** Zero-width: combining marks, joiners and format characters. */
const unseen = /^[\p{M}\p{Cf}]+$/u

/** A color code as written by `paint`. */
const code = /(\p{Cc}\[[\d;]*m)/u

type Sign = { text: string; width: number }

const signsOf = (text: string): Sign[] =>
  text.split(code).flatMap((part, at) => {
    if (at % 2 === 1) return [{ text: part, width: 0 }]
    return Array.from(graphemes.segment(part), ({ segment }) => ({
      text: segment,
      width: unseen.test(segment) ? 0 : wide.test(segment) ? 2 : 1,
    }))
  })

export const widthOf = (text: string): number =>
  // Fast path for printable ASCII.
  /^[\x20-\x7e]*$/.test(text)
    ? text.length
    : signsOf(text).reduce((sum, { width }) => sum + width, 0)

export const padTo = (text: string, width: number): string =>
  text + " ".repeat(Math.max(0, width - widthOf(text)))

/** Cuts to a width with …; colors still end where they ended. */
export function clipTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let [room, isCut] = [width - 1, false]
  return signsOf(text)
    .map((sign) => {
      if (sign.width === 0 && code.test(sign.text)) return sign.text
      room -= sign.width
      if (room >= 0) return sign.text
      const first = !isCut
      isCut = true
      room = -1
      return first ? "…" : ""
    })
    .join("")
}

/** Wraps between words to a width; cuts words longer than a line. */
export function wrapTo(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ""
  for (const word of text.split(/ +/).map((one) => clipTo(one, width))) {
    if (line === "") line = word
    else if (widthOf(line) + 1 + widthOf(word) <= width) line += ` ${word}`
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}
