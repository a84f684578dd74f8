import type { Language } from "../../graphql/status-page/language.ts"
import type { SubscriberKind } from "../../../prisma/generated/enums.ts"
import type { Speech } from "./speech.ts"

export type Live = { slug: string; version: string }

/** Where a document stands and what it speaks. */
export type Setting = {
  /** What its links begin with: /status/<slug>, or nothing on a domain of its own. */
  path: string
  speech: Speech
  /** Whether its reader chose the language, so that links keep to it. */
  isChosen: boolean
  /** What a script needs to bring the document up to date; absent where nothing does. */
  live?: Live
  /** True in a copy that stands without a server: what only a server can do is left out. */
  isCopy?: boolean
  /** How somebody can subscribe; absent in copies and where not everybody may see the page. */
  subscribing?: readonly Exclude<SubscriberKind, "web_push">[]
  /** What a browser that wants notifications is to know us by; absent where it cannot be told. */
  pushKey?: string
  /** Where it can be told, on a domain where it cannot. */
  pushAt?: string
}

/** The address of another document of the page, such as /history; of the page itself where that is empty. */
export const hrefOf = ({ path, speech, isChosen }: Setting, rest: string): string =>
  `${path}${rest}${path + rest === "" ? "/" : ""}${isChosen ? `?lang=${speech.language}` : ""}`

/** The same document in another language. */
export const inLanguage = ({ path }: Setting, rest: string, language: Language): string =>
  `${path}${rest}${path + rest === "" ? "/" : ""}?lang=${language}`
