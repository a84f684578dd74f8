import { html, type Html } from "../../platform/html.ts"
import type { Setting } from "./page-setting.ts"

/** What programs read, and calendars subscribe to. */
export const feedLinks = ({ path, locale: { words } }: Setting): Html[] => [
  html`<a href="${path}/rss">RSS</a>`,
  html`<a href="${path}/atom">Atom</a>`,
  html`<a href="${path}/feed.json">JSON</a>`,
  html`<a href="${path}/maintenance.ics">${words.calendar}</a>`,
]
