import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { PageView } from "../../graphql/status-pages/status-page/view-page.ts"
import { moodOf } from "../status-page/glyph.ts"
import { headlineWords } from "../status-page/headline.ts"
import type { Locale } from "../status-page/locale.ts"
import { cut, inertLine } from "../../platform/shown-text.ts"

/** What other sites embed; it reads the JSON below. */
export const widgetScript = readFileSync(join(import.meta.dirname, "widget.js"), "utf8")

export const renderWidget = (view: PageView, locale: Locale, address: string): string =>
  JSON.stringify({
    name: cut(inertLine(view.name), 60),
    url: address,
    mood: moodOf[view.headline],
    words: headlineWords(view, locale),
    unknown: locale.words.headline.unknown,
    language: locale.language,
    direction: locale.direction,
  })
