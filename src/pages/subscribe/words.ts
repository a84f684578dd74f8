import type { Language } from "../../graphql/status-page/language.ts"
import { ar } from "./words/ar.ts"
import { de } from "./words/de.ts"
import { en } from "./words/en.ts"
import { es } from "./words/es.ts"
import { fr } from "./words/fr.ts"
import { he } from "./words/he.ts"
import { it } from "./words/it.ts"
import { ja } from "./words/ja.ts"
import { nl } from "./words/nl.ts"
import { pl } from "./words/pl.ts"
import { pt } from "./words/pt.ts"
import { tr } from "./words/tr.ts"
import type { SubscribeWords } from "./words/words.ts"

export const subscribeWords: Record<Language, SubscribeWords> = {
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
