import { eventKinds } from "../../graphql/delivery/event.ts"
import { html } from "../html.ts"
import { answer, file, shell } from "./code.ts"
import type { Guide, Section } from "./section.ts"
import { exampleOf } from "./section.ts"
import { table } from "./table.ts"

export const webhooks = (guide: Guide): Section[] => [register(guide), verify]

const register = (guide: Guide): Section => ({
  id: "webhooks",
  title: "Be told instead of asking",
  body: html`<p>
      A webhook endpoint is an https address of yours, on port 443, that gets a POST for each event
      it asks for. The answer holds the secret that signs them, this once.
    </p>
    ${shell(`curl -X POST "${guide.base}/v1/webhook-endpoints" \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"url": "https://hooks.example.com/watchkeeper",
       "event_types": ["monitor.status_changed", "incident.created"]}'`)}
    ${answer(exampleOf(guide, "createWebhookEndpoint"))}
    <p>There are ${eventKinds.length} kinds of events:</p>
    <ul class="words">
      ${eventKinds.map((kind) => html`<li><code>${kind}</code></li> `)}
    </ul>
    <p>
      Their bodies, <code>{type, timestamp, data}</code>, are shown on
      <a href="/docs/webhooks">a page of their own</a>, which also checks a signature by hand, and
      described under <code>webhooks</code> in <a href="/docs/api/openapi.json">openapi.json</a>.
    </p>`,
})

/** Run by the tests. */
const verifier = `
import { createHmac, timingSafeEqual } from "node:crypto"

/** Whether a delivery is ours and new; body: the bytes as they came, a Buffer. */
export function isGenuine(secret, headers, body) {
  const signed = \`\${headers["webhook-id"]}.\${headers["webhook-timestamp"]}.\`
  const key = Buffer.from(secret.replace("whsec_", ""), "base64")
  const right = createHmac("sha256", key).update(signed).update(body).digest()
  const age = Math.abs(Date.now() / 1000 - Number(headers["webhook-timestamp"]))
  const signatures = (headers["webhook-signature"] ?? "").split(" ")
  return age < 300 && signatures.some((signature) => {
    const [version, text = ""] = signature.split(",")
    const given = Buffer.from(text, "base64")
    const isWhole = version === "v1" && given.length === right.length
    return isWhole && timingSafeEqual(given, right)
  })
}`

const headers = [
  ["webhook-id", "Names the delivery, the same over all attempts: keep it to notice repetitions."],
  ["webhook-timestamp", "When this attempt was signed, in seconds since 1970."],
  [
    "webhook-signature",
    "v1, and the base64 of an HMAC-SHA256 over id.timestamp.body, under the base64-decoded part of the " +
      "secret behind whsec_. Two of them, divided by a space, in the 24 hours after the secret was rotated.",
  ],
]

const verify: Section = {
  id: "signatures",
  title: "Check the signature",
  body: html`<p>
      Anybody can post to your address. Deliveries are signed as Standard Webhooks version 1, so
      that its libraries check them, and so does this:
    </p>
    ${table(
      ["Header", "What it holds"],
      headers.map(
        ([name = "", meaning = ""]) =>
          html`<tr>
            <td><code>${name}</code></td>
            <td>${meaning}</td>
          </tr> `,
      ),
    )}
    ${file("is-genuine.js", verifier)}
    <p>
      Answer 2xx within 15 seconds and work afterwards. Anything else, a redirect too, is tried
      again with the same id and body: after 5 seconds, 5 and 30 minutes, then with growing pauses
      for a day, and never before your <code>Retry-After</code>. An endpoint that answers 410, or
      fails for five days, is disabled, and <code>disabled_reason</code> says so.
    </p>`,
}
