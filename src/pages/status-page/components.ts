import type { Component, Section } from "../../graphql/status-pages/status-page/view-components.ts"
import { html, type Html } from "../../platform/html.ts"
import { bars, dayByDay } from "./bars.ts"
import { glyph, moodOfStatus } from "./glyph.ts"
import { responseTimes } from "./response-times.ts"
import { fill, type Locale } from "./locale.ts"

/** Groups and ungrouped components, each with its 90 days. */
export function componentSections(sections: readonly Section[], locale: Locale): Html {
  const { words } = locale
  if (sections.length === 0) return html`<p class="card empty">${words.nothingShown}</p>`
  const isPlain = sections.length === 1 && sections[0]?.name === null
  return html`${sections.map(({ name, components }, at) => {
    const heading = name ?? (isPlain ? words.components : words.others)
    const hidden = isPlain ? "hidden" : ""
    return html`<section aria-labelledby="group-${at}">
      <h2 id="group-${at}" class="${hidden}" dir="auto">${heading}</h2>
      <ul class="card components">
        ${components.map((one) => component(one, locale))}
      </ul>
    </section>`
  })}`
}

function component(one: Component, locale: Locale): Html {
  const mood = one.isUnderMaintenance ? "planned" : moodOfStatus[one.status]
  const words = one.isUnderMaintenance
    ? locale.words.underMaintenance
    : locale.words.status[one.status]
  const percent =
    one.percent === null
      ? null
      : html`<span>${fill(locale.words.uptime, { percent: locale.percent(one.percent) })}</span>`
  return html`<li id="component-${one.id}">
    <div class="line">
      <h3 dir="auto">${one.name}</h3>
      <p class="status ${mood}">${glyph(mood)} ${words}</p>
    </div>
    ${one.description !== "" && html`<p class="about" dir="auto">${one.description}</p>`}
    ${bars(one.days, one.name, locale)}
    <p class="scale">
      <span>${locale.plural(locale.words.daysAgo, one.days.length)}</span>${percent}<span
        >${locale.words.today}</span
      >
    </p>
    ${responseTimes(one.responseTimes, one.name, locale)} ${dayByDay(one.days, locale)}
  </li>`
}
