import { html } from "../../platform/html.ts"
import { firstSteps } from "./guide-first.ts"
import { further } from "./guide-further.ts"
import { trust } from "./guide-trust.ts"
import { webhooks } from "./guide-webhooks.ts"
import { layout, type Page } from "./docs-layout.ts"
import type { Operation } from "./section.ts"

/** The Getting started guide. Tests run its examples. */
export function renderGuide(base: string, operations: readonly Operation[]): Page {
  const guide = { base, operations }
  const sections = [firstSteps, trust, webhooks, further].flatMap((part) => part(guide))
  const contents = html`<nav class="contents" aria-labelledby="contents">
    <p id="contents">On this page</p>
    <ol>
      ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li> `)}
    </ol>
  </nav>`
  const content = html`<h1>Getting started</h1>
    <p class="lead">
      Everything the dashboard does with monitors, incidents, alerts, maintenance windows, status
      pages, on-call and webhooks is available at <code>${base}/v1</code>: JSON over HTTP, times in
      UTC, and every field always present.
    </p>
    ${sections.map(
      ({ id, title, body }) =>
        html`<section aria-labelledby="${id}">
          <h2 id="${id}"><a href="#${id}">${title}</a></h2>
          ${body}
        </section> `,
    )}`
  return layout(
    {
      title: "Getting started",
      description: "How to use the API: keys, pagination, errors, rate limits, webhooks.",
      place: "/docs/api",
    },
    content,
    contents,
  )
}
