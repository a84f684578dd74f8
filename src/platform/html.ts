import { inert } from "./shown-text.ts"
import { escape } from "./xml.ts"

/** Markup that is safe to send; only `html` creates it, and `storedHtml` what it created earlier. */
class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
export type { Html }

type Piece = Html | string | number | null | false | readonly Html[]

/**
 * Builds markup; every interpolated string is escaped, for content and quoted attributes alike, and stripped of
 * control and text-direction characters, which escaping packages let through.
 */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  const text = strings.map((string, at) => string + textOf(pieces[at] ?? null)).join("")
  return new Html(text)
}

/** Markup that `html` created and that was kept as text, or that was made of a file of this repository. */
export const storedHtml = (text: string): Html => new Html(text)

function textOf(piece: Piece): string {
  if (piece === null || piece === false) return ""
  if (piece instanceof Html) return piece.text
  if (typeof piece === "string" || typeof piece === "number") return escape(inert(String(piece)))
  return piece.map(({ text }) => text).join("")
}
