import type { PageMessage } from "../message.ts"
import { english } from "./english.ts"
import type { MessageWords } from "./english.ts"

const kinds = ["isDown", "isDegraded"] as const

/** How a title that was made from a name ends in a language, such as " is down"; undefined if it does not. */
export const endingOf = (words: MessageWords, title: string): string | undefined =>
  kinds.map((kind) => words[kind]("")).find((ending) => title.endsWith(ending))

/** A title that was made from the name of a monitor or an SLO, in another language. */
function titleIn(words: MessageWords, title: string): string {
  for (const kind of kinds) {
    const ending = english[kind]("")
    if (title.endsWith(ending)) return words[kind](title.slice(0, -ending.length))
  }
  return words.generated(title)
}

/** The page with its generated titles and description in the language of `words`. */
export function translatePage(page: PageMessage, words: MessageWords): PageMessage {
  const translated = <One extends { title: string; isTitleGenerated?: boolean }>(one: One): One =>
    one.isTitleGenerated === true ? { ...one, title: titleIn(words, one.title) } : one
  const { listed, rest } = page.others
  return {
    ...translated(page),
    description:
      page.isTextGenerated === true ? words.generated(page.description) : page.description,
    others: { listed: listed.map(translated), rest },
  }
}
