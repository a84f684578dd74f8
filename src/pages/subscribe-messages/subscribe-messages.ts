import type { Language } from "../../graphql/status-pages/status-page/rules/page-language.ts"
import { ar } from "./ar.ts"
import { de } from "./de.ts"
import { en } from "./en.ts"
import { es } from "./es.ts"
import { fr } from "./fr.ts"
import { he } from "./he.ts"
import { it } from "./it.ts"
import { ja } from "./ja.ts"
import { nl } from "./nl.ts"
import { pl } from "./pl.ts"
import { pt } from "./pt.ts"
import { tr } from "./tr.ts"
import type { SubscribeMessages } from "./words.ts"

export const subscribeMessages: Record<Language, SubscribeMessages> = {
  en,
  de,
  fr,
  es,
  it,
  pt,
  nl,
  pl,
  tr,
  ja,
  ar,
  he,
}
