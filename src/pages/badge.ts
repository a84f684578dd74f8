import type { Headline } from "../graphql/status-pages/status-page/rules/page-headline.ts"
import type { PageView } from "../graphql/status-pages/status-page/view-page.ts"
import { headlineWords } from "./status-page/headline.ts"
import { fill, localeOf, type Locale } from "./status-page/locale.ts"
import { cut, inertLine, lettersOf } from "../platform/shown-text.ts"
import { escape } from "../platform/xml.ts"

export type BadgeMetric = "state" | "uptime"

/** Dark enough for white text (WCAG 1.4.3), and distinguishable by lightness too. */
const colors: Record<Headline, string> = {
  major_outage: "#b42318",
  partial_outage: "#b93815",
  degraded: "#93590b",
  maintenance: "#175cd3",
  operational: "#067647",
  unknown: "#52606d",
}
const labelColor = "#2b323d"

/** The badge of a page as a self-contained SVG: its state, or its uptime of 90 days. */
export function renderBadge(view: PageView, metric: BadgeMetric): string {
  const locale = localeOf(view.language)
  const { words, color } = metric === "state" ? stateOf(view, locale) : uptimeOf(view, locale)
  const full = inertLine(view.name)
  const name = cut(full, 40)
  const [nameWidth, wordsWidth] = [widthOf(name), widthOf(words)]
  const [left, right] = [nameWidth + 2 * padding, wordsWidth + 2 * padding]
  const width = left + right
  const title = escape(`${full}: ${words}`)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${title}">` +
    `<title>${title}</title>` +
    `<clipPath id="r"><rect width="${width}" height="20" rx="4"/></clipPath>` +
    `<g clip-path="url(#r)"><rect width="${left}" height="20" fill="${labelColor}"/>` +
    `<rect x="${left}" width="${right}" height="20" fill="${color}"/></g>` +
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">` +
    text(name, padding, nameWidth) +
    text(words, left + padding, wordsWidth) +
    `</g></svg>\n`
  )
}

const padding = 7

/** With an explicit length, so that it fits with any font. */
const text = (words: string, x: number, width: number): string =>
  `<text x="${x}" y="14" textLength="${width}" lengthAdjust="spacingAndGlyphs">${escape(words)}</text>`

const stateOf = (view: PageView, locale: Locale) => ({
  words: lowered(headlineWords(view, locale), locale),
  color: colors[view.headline],
})

/** Lowers only the first letter, because German nouns are capitalized. */
const lowered = (words: string, { language }: Locale): string =>
  language === "de" ? words : words.toLocaleLowerCase(language)

/** The mean of components whose uptime the page shows; says so if any is corrected. */
function uptimeOf({ sections }: PageView, locale: Locale) {
  const { words } = locale
  const components = sections.flatMap((section) => section.components)
  const known = components.flatMap(({ percent }) => (percent === null ? [] : [percent]))
  const isCorrected = components.some(({ excludedMs }) => excludedMs > 0)
  if (known.length === 0) return { words: words.uptimeUnknown, color: colors.unknown }
  const percent = known.reduce((sum, one) => sum + one, 0) / known.length
  const figure = fill(words.uptime, { percent: locale.percent(percent) })
  return {
    words: isCorrected ? `${figure} (${words.corrected})` : figure,
    color: colors[levelOf(percent)],
  }
}

function levelOf(percent: number): Headline {
  if (percent >= 99.9) return "operational"
  return percent >= 99 ? "degraded" : "major_outage"
}

/** Widths of Verdana from the space to the tilde, in pixels at a size of 11. */
const widths = [
  3.9, 4.3, 5, 9, 7, 11.8, 8, 3, 5, 5, 7, 9, 4, 5, 4, 5, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 5, 5, 9, 9,
  9, 6, 11, 7.5, 7.5, 7.7, 8.5, 7, 6.3, 8.5, 8.3, 4.6, 5, 7.6, 6.1, 9.3, 8.2, 8.7, 6.6, 8.7, 7.6,
  7.5, 6.8, 8.1, 7.5, 10.9, 7.5, 6.8, 7.5, 5, 5, 5, 9, 7, 7, 6.6, 6.9, 5.7, 6.9, 6.6, 3.9, 6.9, 7,
  3, 3.8, 6.5, 3, 10.7, 7, 6.7, 6.9, 6.9, 4.7, 5.7, 4.3, 7, 6.5, 9, 6.5, 6.5, 5.8, 7, 5, 7, 9,
]
const usualWidth = 7.5
const wideWidth = 11
const arabicWidth = 5.5
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\uff00-\uffef]/u

function widthOf(words: string): number {
  const each = lettersOf(words.normalize("NFC")).map((letter) => {
    const known = widths[(letter.codePointAt(0) ?? 0) - 32]
    if (known !== undefined) return known
    if (wide.test(letter)) return wideWidth
    return /\p{Script=Arabic}/u.test(letter) ? arabicWidth : usualWidth
  })
  return Math.ceil(each.reduce((sum, width) => sum + width, 0))
}
