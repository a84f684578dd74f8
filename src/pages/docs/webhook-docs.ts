import { z } from "zod"
import { html, type Html } from "../../platform/html.ts"
import { file } from "./code.ts"
import { layout, type Page } from "./docs-layout.ts"
import { sampleOf } from "./sample.ts"

/** Event descriptions of the OpenAPI document. */
const docs = z.object({
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

/** The reference of events, and a form that verifies a signature in the browser without sending anything. */
export function renderWebhooks(document: unknown): Page {
  const { webhooks, components } = docs.parse(document)
  const parts = components.schemas ?? {}
  const events = Object.entries(webhooks).map(([kind, { post }]) => {
    const { schema } = post.requestBody.content["application/json"]
    return event(kind, post.description, sampleOf(schema, parts))
  })
  return layout(
    {
      title: "Webhooks",
      description: "The body of each event type, and a form to check a signature.",
      place: "/docs/webhooks",
      policy: ["script-src 'self'"],
      more: html`<link rel="stylesheet" href="/docs/webhooks.css" />
        <script type="module" src="/docs/webhooks.js"></script>`,
    },
    html`<h1>Webhooks</h1>
      <p class="lead">
        See <a href="/docs/api#webhooks">Getting started</a> for how to register an endpoint and
        verify deliveries in code. Here you can check a delivery by hand.
      </p>
      <h2 id="check">Check a delivery</h2>
      <p>
        Your browser computes the signature. The secret never leaves this page, which cannot contact
        any server.
      </p>
      <noscript><p>The check needs JavaScript.</p></noscript>
      ${form}
      <h2 id="events">Event types</h2>
      <p>
        Each body is JSON with <code>type</code>, <code>timestamp</code> and <code>data</code>. The
        values are examples.
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
  <label for="body">Body, exactly as received</label>
  <textarea id="body" name="body" rows="6" spellcheck="false" autocomplete="off"></textarea>
  <button type="submit">Check</button>
  <p id="verdict" role="status"></p>
</form>`
