import type { Month, PastMonth } from "../../graphql/status-pages/status-page/view-past.ts"
import type { PageView } from "../../graphql/status-pages/status-page/view-page.ts"
import { html, type Html } from "../../platform/html.ts"
import { cut, inertLine } from "../../platform/shown-text.ts"
import { footer } from "./footer.ts"
import { history, namesOf } from "./incident-list.ts"
import { pageHeader } from "./page-header.ts"
import { layout, type Page } from "./page-layout.ts"
import { hrefOf, type Setting } from "./page-setting.ts"
import { fill } from "./locale.ts"

const monthOf = (year: number, month: number): Month => ({
  from: new Date(Date.UTC(year, month)),
  to: new Date(Date.UTC(year, month + 1)),
})

/** The month (UTC) of a time. */
export const monthAt = (at: Date): Month => monthOf(at.getUTCFullYear(), at.getUTCMonth())

/** Parses "2026-10"; null if it is not a month or in the future. */
export function readMonthOf(text: string, now: Date): Month | null {
  const [, year, month] = /^(2\d{3})-(0[1-9]|1[0-2])$/.exec(text) ?? []
  const read = monthOf(Number(year), Number(month) - 1)
  return read.from <= now ? read : null
}

/** The incidents of a month, with the way to those before and after. */
export function renderHistory(
  view: PageView,
  { incidents, firstAt }: PastMonth,
  month: Month,
  now: Date,
  setting: Setting,
): Page {
  const { locale } = setting
  const { words } = locale
  const name = locale.month(month.from)
  const link = (at: Date, label: string, rel: string): Html =>
    html`<a href="${hrefOf(setting, `/history/${keyOfMonth(at)}`)}" rel="${rel}">${label}</a>`
  const before = new Date(month.from.getTime() - 1)
  const first = firstAt !== null && firstAt < view.createdAt ? firstAt : view.createdAt
  const rest = `/history/${keyOfMonth(month.from)}`
  const body = html`${pageHeader(view, setting, false)}
    <main>
      <h1>${words.history}: ${name}</h1>
      <h2>${words.incidents}</h2>
      ${
        incidents.length === 0
          ? html`<p class="card empty">${fill(words.noIncidentsIn, { month: name })}</p>`
          : history(incidents, namesOf(view), setting)
      }
      <nav class="months" aria-label="${words.history}">
        ${first < month.from && link(before, words.earlier, "prev")}
        ${month.to <= now && link(month.to, words.later, "next")}
      </nav>
    </main>
    ${footer(setting, rest, view.look)}`
  const title = `${words.history}: ${name} · ${cut(inertLine(view.name), 60)}`
  const { look, isPublic: isIndexed } = view
  const address = setting.address === undefined ? null : setting.address + rest
  return layout(
    {
      title,
      description: title,
      setting,
      mood: "unknown",
      hasFeed: true,
      isIndexed,
      look,
      address,
    },
    body,
  )
}

/** Formats the month (UTC) of a time as "2026-10". */
export const keyOfMonth = (at: Date): string => at.toISOString().slice(0, 7)
