import type { Html } from "../html.ts"
import { html } from "../html.ts"

const day = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  day: "numeric",
  month: "short",
  year: "numeric",
})
const clock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  hour: "2-digit",
  minute: "2-digit",
})

export const dayWords = (date: Date): string => day.format(date)

const momentWords = (date: Date): string => `${day.format(date)}, ${clock.format(date)} UTC`

export const time = (date: Date): Html =>
  html`<time datetime="${date.toISOString()}">${momentWords(date)}</time>`

/** "21 Nov 2026, 09:30 – 11:00 UTC", or both days where it ends on another. */
export function span(from: Date, to: Date): Html {
  const end = dayWords(from) === dayWords(to) ? `${clock.format(to)} UTC` : momentWords(to)
  const start = `${dayWords(from)}, ${clock.format(from)}`
  return html`<time datetime="${from.toISOString()}">${start}</time> –
    <time datetime="${to.toISOString()}">${end}</time>`
}

/** "2 h 5 min", at least a minute. */
export function lengthWords(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  const parts: [number, string][] = [
    [Math.floor(minutes / 1440), "d"],
    [Math.floor((minutes % 1440) / 60), "h"],
    [minutes % 60, "min"],
  ]
  const told = parts.filter(([count]) => count > 0).slice(0, 2)
  return told.map(([count, unit]) => `${count} ${unit}`).join(" ")
}
