import type { MonitorStatus } from "../../../prisma/generated/enums.ts"
import type { Component, Section } from "../../graphql/status-page/view-components.ts"
import type { Html } from "../html.ts"
import { html } from "../html.ts"
import { bars, troubles } from "./bars.ts"
import { glyph, moodOfStatus } from "./glyph.ts"
import { percentWords } from "./words.ts"

const statusWords: Record<MonitorStatus, string> = {
  operational: "Operational",
  degraded: "Degraded",
  offline: "Down",
  unknown: "Unknown",
}

/** Groups and what stands below them, each with its ninety days. */
export function componentSections(sections: readonly Section[]): Html {
  if (sections.length === 0) return html`<p class="card empty">This page shows nothing yet.</p>`
  const isPlain = sections.length === 1 && sections[0]?.name === null
  return html`${sections.map(({ name, components }, at) => {
    const heading = name ?? (isPlain ? "Components" : "Others")
    const hidden = isPlain ? "hidden" : ""
    return html`<section aria-labelledby="group-${at}">
      <h2 id="group-${at}" class="${hidden}">${heading}</h2>
      <ul class="card components">
        ${components.map(component)}
      </ul>
    </section>`
  })}`
}

function component(one: Component): Html {
  const mood = one.isUnderMaintenance ? "planned" : moodOfStatus[one.status]
  const words = one.isUnderMaintenance ? "Under maintenance" : statusWords[one.status]
  const percent =
    one.percent === null ? null : html`<span>${percentWords(one.percent)} uptime</span>`
  return html`<li id="component-${one.id}">
    <div class="line">
      <h3>${one.name}</h3>
      <p class="status ${mood}">${glyph(mood)} ${words}</p>
    </div>
    ${one.description !== "" && html`<p class="about">${one.description}</p>`}
    ${bars(one.days, one.name)}
    <p class="scale"><span>${one.days.length} days ago</span>${percent}<span>Today</span></p>
    ${troubles(one.days)}
  </li>`
}
