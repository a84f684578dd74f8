import type { IncomingMessage } from "node:http"
import {
  likedBest,
  language as named,
  type Language,
} from "../../graphql/status-pages/status-page/rules/page-language.ts"
import type { Setting } from "./page-setting.ts"
import { localeOf } from "./locale.ts"

/** Language and query of a request. */
export type RequestedLocale = {
  query: URLSearchParams
  /** The language chosen on the page, otherwise the best match of Accept-Language; null for neither. */
  language: Language | null
  isChosen: boolean
  /** True for a static copy. */
  isCopy?: boolean
}

export function readLocale({
  url,
  headers,
}: Pick<IncomingMessage, "url" | "headers">): RequestedLocale {
  const query = new URLSearchParams(url?.split("?", 2)[1] ?? "")
  const chosen = named.safeParse(query.get("lang"))
  return chosen.success
    ? { query, language: chosen.data, isChosen: true }
    : { query, language: likedBest(headers["accept-language"] ?? ""), isChosen: false }
}

/** @param usual the page's own language, used if none was requested. */
export const settingOf = (
  path: string,
  { language, isChosen, isCopy = false }: RequestedLocale,
  usual: Language,
): Setting => ({
  path,
  locale: localeOf(language ?? usual),
  isChosen,
  isCopy,
})
