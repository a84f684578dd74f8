import { z } from "zod"
import type { Html } from "../html.ts"
import { html } from "../html.ts"
import { file } from "./code.ts"
import type { Page } from "./layout.ts"
import { layout } from "./layout.ts"
import { sampleOf } from "./sample.ts"

/** What the OpenAPI document tells of the events that are sent. */
const told = z.object({
  webhooks: z.record(
    z.string(),
    z.object({
      post: z.object({
        description: z.string(),
        requestBody: z.object({
          content: z.object({ "application/json": z.object({ schema: z.unknown() }) }),
        }),
      }),
    }),
  ),
  components: z.object({ schemas: z.record(z.string(), z.unknown()).optional() }),
})

/** The events one by one, and a form that checks a signature without sending anything anywhere. */
export function renderWebhooks(document: unknown): Page {
  const { webhooks, components } = told.parse(document)
  const parts = components.schemas ?? {}
  const events = Object.entries(webhooks).map(([kind, { post }]) => {
    const { schema } = post.requestBody.content["application/json"]
    return event(kind, post.description, sampleOf(schema, parts))
  })
  return layout(
    {
      title: "Webhooks",
      description: "What is sent for each kind of event, and a way to check a signature.",
      place: "/docs/webhooks",
      policy: ["script-src 'self'"],
      more: html`<link rel="stylesheet" href="/docs/webhooks.css" />
        <script type="module" src="/docs/webhooks.js"></script>`,
    },
    html`<h1>Webhooks</h1>
      <p class="lead">
        How endpoints are registered and verified in a program is told in
        <a href="/docs/api#webhooks">getting started</a>. Here a delivery can be checked by hand.
      </p>
      <h2 id="check">Check a delivery</h2>
      <p>
        The signature is computed in this page, by the browser. Neither the secret nor anything else
        leaves it: the page is not allowed to talk to any server.
      </p>
      <noscript><p>The check needs JavaScript; all else on this page does not.</p></noscript>
      ${form}
      <h2 id="events">Kinds of events</h2>
      <p>
        Each body is JSON with <code>type</code>, <code>timestamp</code> and <code>data</code>.
        Values are examples.
      </p>
      ${events}`,
  )
}

const event = (kind: string, description: string, body: unknown): Html =>
  html`<h3 id="${kind}"><a href="#${kind}">${kind}</a></h3>
    <p>${description}</p>
    ${file("Body", JSON.stringify(body, null, 2))}`

const line = (name: string, label: string, placeholder: string): Html =>
  html`<label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      placeholder="${placeholder}"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
    /> `

const form = html`<form id="verifier" autocomplete="off">
  ${line("secret", "Signing secret", "whsec_…")} ${line("webhook-id", "webhook-id", "0199aa10-…")}
  ${line("webhook-timestamp", "webhook-timestamp", "1795284000")}
  ${line("webhook-signature", "webhook-signature", "v1,…")}
  <label for="body">Body, exactly as it came</label>
  <textarea id="body" name="body" rows="6" spellcheck="false" autocomplete="off"></textarea>
  <button type="submit">Check</button>
  <p id="verdict" role="status"></p>
</form>`
