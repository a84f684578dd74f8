import type { Component, Section } from "../../graphql/status-pages/status-page/view-components.ts"
import { html, type Html } from "../../platform/html.ts"
import { bars, dayByDay } from "./bars.ts"
import { glyph, moodOfStatus, type Mood } from "./glyph.ts"
import { responseTimes } from "./response-times.ts"
import { fill, type Locale } from "./locale.ts"

/** Groups, which fold, and ungrouped components, each with its 90 days. */
export function componentSections(sections: readonly Section[], locale: Locale): Html {
  const { words } = locale
  if (sections.length === 0) return html`<p class="card empty">${words.nothingShown}</p>`
  const isPlain = sections.length === 1 && sections[0]?.name === null
  return html`${sections.map((section, at) => {
    const { name, components } = section
    const rows = html`<ul class="card components">
      ${components.map((one) => component(one, locale))}
    </ul>`
    const heading = html`<h2 id="group-${at}" class="${isPlain ? "hidden" : ""}" dir="auto">
      ${name ?? (isPlain ? words.components : words.others)}
    </h2>`
    return html`<section aria-labelledby="group-${at}">
      ${isPlain ? html`${heading} ${rows}` : group(section, heading, rows, locale)}
    </section>`
  })}`
}

function group(
  { components, isCollapsed }: Section,
  heading: Html,
  rows: Html,
  locale: Locale,
): Html {
  const worst = components.toSorted((one, other) => rankOf(other) - rankOf(one))[0]
  const isOpen = !isCollapsed || (worst !== undefined && rankOf(worst) > 1)
  return html`<details class="group" ${isOpen && html` open`}>
    <summary>
      ${heading} ${worst !== undefined && statusOf(worst, locale)} <span class="fold"></span>
    </summary>
    ${rows}
  </details>`
}

const moodOfComponent = ({ status, isUnderMaintenance }: Component): Mood =>
  isUnderMaintenance ? "planned" : moodOfStatus[status]

/** What a group shows of its components: the worst. */
const ranks: Record<Mood, number> = {
  good: 0,
  unknown: 1,
  planned: 2,
  warning: 3,
  bad: 4,
  worst: 5,
}
const rankOf = (one: Component): number => ranks[moodOfComponent(one)]

function statusOf(one: Component, { words }: Locale): Html {
  const mood = moodOfComponent(one)
  const said = one.isUnderMaintenance ? words.underMaintenance : words.status[one.status]
  return html`<span class="status ${mood}">${glyph(mood)} ${said}</span>`
}

/** A row that opens to its charts and days. */
function component(one: Component, locale: Locale): Html {
  return html`<li class="component" id="component-${one.id}">
    <details>
      <summary>
        <h3 dir="auto">${one.name}</h3>
        ${bars(one.days, one.name, locale)} ${uptimeOf(one, locale)} ${statusOf(one, locale)}
        <span class="fold"></span>
      </summary>
      <div class="more">
        <p class="scale">
          <span>${locale.plural(locale.words.daysAgo, one.days.length)}</span
          ><span>${locale.words.today}</span>
        </p>
        ${one.description !== "" && html`<p class="about" dir="auto">${one.description}</p>`}
        ${dayByDay(one.days, locale)} ${responseTimes(one.responseTimes, one.name, locale)}
      </div>
    </details>
  </li>`
}

const dayMs = 86_400_000
/** Smaller gaps in the shown days are not mentioned. */
const wholeEnough = 0.995

/** The figure, and how much it rests on where that is not all of the shown days. */
function uptimeOf({ percent, seenMs, excludedMs, days }: Component, locale: Locale): Html {
  if (percent === null || seenMs === null) return html`<span class="uptime"></span>`
  const { words } = locale
  const isWhole = seenMs >= (days.length - 1) * dayMs * wholeEnough
  const length = locale.roughLength(seenMs)
  const data = !isWhole && html` <small>${fill(words.dataFor, { length })}</small>`
  const excluded = locale.length(excludedMs)
  const corrected =
    excludedMs > 0 && html` <small>${fill(words.excluded, { length: excluded })}</small>`
  return html`<span class="uptime"
    >${fill(words.uptime, { percent: locale.percent(percent) })}${data}${corrected}</span
  >`
}
