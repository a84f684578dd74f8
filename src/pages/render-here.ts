import { runBounded } from "../platform/bounded.ts"
import { computedMs } from "../platform/clock.ts"
import type { Html } from "../platform/html.ts"
import { markdown, plainText } from "./markdown.ts"

/** CPU time for one text. */
const mostMs = 100
/** CPU time for the texts of one call: others wait for the thread. */
const mostTotalMs = 500
const mostCharacters = 60_000
/** Markup can be much longer than its source. */
const mostMarkup = 400_000

/** Renders the first of the texts, at least one, as many as the time allows. */
export function renderHere(texts: readonly string[]): string[] {
  const startedMs = computedMs()
  const rendered: string[] = []
  for (const text of texts) {
    if (rendered.length > 0 && computedMs() - startedMs > mostTotalMs) break
    rendered.push(renderText(text).text)
  }
  return rendered
}

/** As plain text if it is too long, takes too long or nests too deep. */
function renderText(text: string): Html {
  if (text.length > mostCharacters) return plainText(text)
  try {
    const rich = runBounded(() => markdown(text), mostMs)
    return rich.text.length > mostMarkup ? plainText(text) : rich
  } catch {
    // Whatever a parser of such a text throws, its readers see the text.
    return plainText(text)
  }
}
