import type { Language } from "../../graphql/status-pages/status-page/rules/page-language.ts"
import type { SubscriberKind } from "../../../prisma/generated/enums.ts"
import type { Locale } from "./locale.ts"

export type Live = { slug: string; version: string }

/** Where a document is served and in which locale. */
export type Setting = {
  /** Prefix of its links: /status/<slug>, or empty on a custom domain. */
  path: string
  locale: Locale
  /** Whether the reader chose the language, so that links keep it. */
  isChosen: boolean
  /** What the live-update script needs; absent if the document is not live. */
  live?: Live
  /** URL of the page as search engines should know it; absent in previews. */
  address?: string
  /** Whether visitors see it, rather than editors in a preview. */
  isVisited?: boolean
  /** Where "Powered by Watchkeeper" leads. */
  makerUrl?: string
  /** True in a static copy: features that need a server are left out. */
  isCopy?: boolean
  /** Ways to subscribe; absent in copies and on private pages. */
  subscribing?: readonly Exclude<SubscriberKind, "web_push">[]
  /** Public key for browser notifications; absent if they are not offered. */
  pushKey?: string
  /** URL where notifications can be enabled, on a domain where they cannot be. */
  pushAt?: string
}

/** URL of another document of the page, such as /history; an empty string means the page itself. */
export const hrefOf = ({ path, locale, isChosen }: Setting, rest: string): string =>
  `${path}${rest}${path + rest === "" ? "/" : ""}${isChosen ? `?lang=${locale.language}` : ""}`

/** URL of the same document in another language. */
export const inLanguage = ({ path }: Setting, rest: string, language: Language): string =>
  `${path}${rest}${path + rest === "" ? "/" : ""}?lang=${language}`
