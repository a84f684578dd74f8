import type { MonitorStatus } from "../../../prisma/generated/enums.ts"
import type { Headline } from "../../graphql/status-pages/status-page/rules/page-headline.ts"
import { html, type Html } from "../../platform/html.ts"

/** Statuses shown by color and shape, so that nobody depends on color. */
export type Mood = "good" | "warning" | "bad" | "worst" | "planned" | "unknown"

export const moodOf: Record<Headline, Mood> = {
  major_outage: "worst",
  partial_outage: "bad",
  degraded: "warning",
  maintenance: "planned",
  operational: "good",
  unknown: "unknown",
}

export const moodOfStatus: Record<MonitorStatus, Mood> = {
  operational: "good",
  degraded: "warning",
  offline: "worst",
  unknown: "unknown",
}

const warning = html`<path d="M8 1.2 15.4 14.4H.6z" stroke-linejoin="round" /><path
    class="cut"
    d="M8 6v3.7M8 11.8v.4"
  />`
const shapes: Record<Mood, Html> = {
  good: html`<circle cx="8" cy="8" r="7" /><path class="cut" d="m4.8 8.3 2.2 2.2 4.2-4.7" />`,
  warning,
  bad: warning,
  worst: html`<path d="M5 .9h6L15.1 5v6L11 15.1H5L.9 11V5z" /><path
      class="cut"
      d="m5.5 5.5 5 5m0-5-5 5"
    />`,
  planned: html`<circle cx="8" cy="8" r="7" /><path class="cut" d="M8 4.2V8l2.6 1.8" />`,
  unknown: html`<circle class="hollow" cx="8" cy="8" r="6" />`,
}

/** @param color class that colors it; by default it has the color of its text. */
export const glyph = (mood: Mood, size = 16, color = ""): Html =>
  html`<svg
    class="glyph ${color}"
    viewBox="0 0 16 16"
    width="${size}"
    height="${size}"
    aria-hidden="true"
  >
    ${shapes[mood]}
  </svg>`
