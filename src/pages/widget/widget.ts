import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { PageView } from "../../graphql/status-page/view.ts"
import { moodOf } from "../status-page/glyph.ts"
import { headlineWords } from "../status-page/headline.ts"
import type { Speech } from "../status-page/speech.ts"
import { cut, inertLine } from "../xml.ts"

/** What other sites embed; it reads the JSON below. */
export const widgetScript = readFileSync(join(import.meta.dirname, "widget.js"), "utf8")

export const renderWidget = (view: PageView, speech: Speech, address: string): string =>
  JSON.stringify({
    name: cut(inertLine(view.name), 60),
    url: address,
    mood: moodOf[view.headline],
    words: headlineWords(view, speech),
    unknown: speech.words.headline.unknown,
    language: speech.language,
    direction: speech.direction,
  })
