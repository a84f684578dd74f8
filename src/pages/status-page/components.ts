import type { Component, Section } from "../../graphql/status-page/view-components.ts"
import type { Html } from "../html.ts"
import { html } from "../html.ts"
import { bars, dayByDay } from "./bars.ts"
import { glyph, moodOfStatus } from "./glyph.ts"
import { responseTimes } from "./response-times.ts"
import type { Speech } from "./speech.ts"
import { fill } from "./speech.ts"

/** Groups and what stands below them, each with its ninety days. */
export function componentSections(sections: readonly Section[], speech: Speech): Html {
  const { words } = speech
  if (sections.length === 0) return html`<p class="card empty">${words.nothingShown}</p>`
  const isPlain = sections.length === 1 && sections[0]?.name === null
  return html`${sections.map(({ name, components }, at) => {
    const heading = name ?? (isPlain ? words.components : words.others)
    const hidden = isPlain ? "hidden" : ""
    return html`<section aria-labelledby="group-${at}">
      <h2 id="group-${at}" class="${hidden}" dir="auto">${heading}</h2>
      <ul class="card components">
        ${components.map((one) => component(one, speech))}
      </ul>
    </section>`
  })}`
}

function component(one: Component, speech: Speech): Html {
  const mood = one.isUnderMaintenance ? "planned" : moodOfStatus[one.status]
  const words = one.isUnderMaintenance
    ? speech.words.underMaintenance
    : speech.words.status[one.status]
  const percent =
    one.percent === null
      ? null
      : html`<span>${fill(speech.words.uptime, { percent: speech.percent(one.percent) })}</span>`
  return html`<li id="component-${one.id}">
    <div class="line">
      <h3 dir="auto">${one.name}</h3>
      <p class="status ${mood}">${glyph(mood)} ${words}</p>
    </div>
    ${one.description !== "" && html`<p class="about" dir="auto">${one.description}</p>`}
    ${bars(one.days, one.name, speech)}
    <p class="scale">
      <span>${speech.plural(speech.words.daysAgo, one.days.length)}</span>${percent}<span
        >${speech.words.today}</span
      >
    </p>
    ${responseTimes(one.responseTimes, one.name, speech)} ${dayByDay(one.days, speech)}
  </li>`
}
