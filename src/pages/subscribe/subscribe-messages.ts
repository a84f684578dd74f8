import type { Language } from "../../graphql/status-pages/status-page/rules/page-language.ts"
import { ar } from "./messages/ar.ts"
import { de } from "./messages/de.ts"
import { en } from "./messages/en.ts"
import { es } from "./messages/es.ts"
import { fr } from "./messages/fr.ts"
import { he } from "./messages/he.ts"
import { it } from "./messages/it.ts"
import { ja } from "./messages/ja.ts"
import { nl } from "./messages/nl.ts"
import { pl } from "./messages/pl.ts"
import { pt } from "./messages/pt.ts"
import { tr } from "./messages/tr.ts"
import type { SubscribeMessages } from "./messages/words.ts"

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
