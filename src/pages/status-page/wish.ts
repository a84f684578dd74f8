import type { IncomingMessage } from "node:http"
import type { Language } from "../../graphql/status-page/language.ts"
import { likedBest, language as named } from "../../graphql/status-page/language.ts"
import type { Setting } from "./setting.ts"
import { speechOf } from "./speech.ts"

/** What a visitor asks for beside the address. */
export type Wish = {
  query: URLSearchParams
  /** The language that was chosen on the page, else what the browser likes best of ours; null for neither. */
  language: Language | null
  isChosen: boolean
  /** True for a copy that stands without a server. */
  isCopy?: boolean
}

export function readWish({ url, headers }: Pick<IncomingMessage, "url" | "headers">): Wish {
  const query = new URLSearchParams(url?.split("?", 2)[1] ?? "")
  const chosen = named.safeParse(query.get("lang"))
  return chosen.success
    ? { query, language: chosen.data, isChosen: true }
    : { query, language: likedBest(headers["accept-language"] ?? ""), isChosen: false }
}

/** @param usual what the page speaks to whoever asked for no language. */
export const settingOf = (
  path: string,
  { language, isChosen, isCopy = false }: Wish,
  usual: Language,
): Setting => ({
  path,
  speech: speechOf(language ?? usual),
  isChosen,
  isCopy,
})
