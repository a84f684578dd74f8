import type { PageMessage } from "../message.ts"
import { english } from "./english.ts"
import type { MessageWords } from "./english.ts"

const kinds = ["isDown", "isDegraded"] as const

/** A title that was made from a monitor's name, in another language; others stay as they are. */
function titleIn(words: MessageWords, title: string): string {
  for (const kind of kinds) {
    const ending = english[kind]("")
    if (title.endsWith(ending)) return words[kind](title.slice(0, -ending.length))
  }
  return title
}

/** The page with its generated titles in the language of `words`. */
export function translateTitles(page: PageMessage, words: MessageWords): PageMessage {
  const translated = <One extends { title: string; isTitleGenerated?: boolean }>(one: One): One =>
    one.isTitleGenerated === true ? { ...one, title: titleIn(words, one.title) } : one
  const { listed, rest } = page.others
  return { ...translated(page), others: { listed: listed.map(translated), rest } }
}
