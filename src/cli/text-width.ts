import cliTruncate from "cli-truncate"
import stringWidth from "string-width"
import wrapAnsi from "wrap-ansi"

/** Columns that a text takes up in a terminal; colors take none. */
export const widthOf = stringWidth

export const padTo = (text: string, width: number): string =>
  text + " ".repeat(Math.max(0, width - widthOf(text)))

/** Cuts to a width with …; colors still end where they ended. */
export const clipTo = (text: string, width: number): string => cliTruncate(text, width)

/** Wraps between words to a width; cuts words longer than a line. */
export function wrapTo(text: string, width: number): string[] {
  const words = text.split(/ +/).map((word) => clipTo(word, width))
  return wrapAnsi(words.join(" "), width).split("\n")
}
