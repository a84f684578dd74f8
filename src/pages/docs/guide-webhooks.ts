import { schedules } from "../../graphql/delivery/log/rules/delivery-schedule.ts"
import {
  failedAttempts,
  failingDays,
  previousSecretHours,
} from "../../graphql/delivery/webhook/rules/webhook-limits.ts"
import { eventKinds } from "../../graphql/outbox/event-kinds.ts"
import { html } from "../../platform/html.ts"
import { answerSeconds } from "../../platform/send-post.ts"
import { answer, file, shell } from "./code.ts"
import { exampleOf, type Guide, type Section } from "./section.ts"
import { table } from "./table.ts"

export const webhooks = (guide: Guide): Section[] => [register(guide), verify]

const register = (guide: Guide): Section => ({
  id: "webhooks",
  title: "Webhooks",
  body: html`<p>
      A webhook endpoint is an https URL of yours, on port 443, that receives a POST for each event
      it subscribes to. The response contains the signing secret, which is shown only once.
    </p>
    ${shell(`curl -X POST "${guide.base}/v1/webhook-endpoints" \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"url": "https://hooks.example.com/watchkeeper",
       "event_types": ["monitor.status_changed", "incident.created"]}'`)}
    ${answer(exampleOf(guide, "createWebhookEndpoint"))}
    <p>There are ${eventKinds.length} event types:</p>
    <ul class="words">
      ${eventKinds.map((kind) => html`<li><code>${kind}</code></li> `)}
    </ul>
    <p>
      The <a href="/docs/webhooks">webhooks page</a> shows their bodies,
      <code>{type, timestamp, data}</code>, and lets you check a signature by hand. Their schemas
      are under <code>webhooks</code> in <a href="/docs/api/openapi.json">openapi.json</a>.
    </p>`,
})

const { offsets, longestRetryAfter } = schedules.webhook
const totalHours = Math.max(...offsets) / 3600
const longestWaitHours = longestRetryAfter / 3600

/** Run by the tests. */
const verifier = `
import { createHmac, timingSafeEqual } from "node:crypto"

/** Whether a delivery is genuine and recent. body: the raw bytes, a Buffer. */
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
  ["webhook-id", "Id of the delivery, the same for all attempts. Store it to detect duplicates."],
  ["webhook-timestamp", "When this attempt was signed, in seconds since 1970."],
  [
    "webhook-signature",
    "v1, followed by the base64 of an HMAC-SHA256 over id.timestamp.body. The key is the base64-decoded part of the " +
      `secret after whsec_. For ${previousSecretHours} hours after a rotation there are two signatures, separated by a space.`,
  ],
]

const verify: Section = {
  id: "signatures",
  title: "Verify signatures",
  body: html`<p>
      Anyone can post to your URL, so verify each delivery. Deliveries are signed according to
      Standard Webhooks version 1. Use one of its libraries, or this code:
    </p>
    ${table(
      ["Header", "Content"],
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
      Answer 2xx within ${answerSeconds} seconds and process the event afterwards. Only the status
      counts; a body that takes longer than a moment is not read to its end. Any other answer,
      including a redirect, is retried with the same id and body: after 5 seconds, 5 minutes and 30
      minutes, then at growing intervals for ${totalHours} hours, and never before your
      <code>Retry-After</code>, up to ${longestWaitHours} hours. An endpoint is disabled if it
      answers 410, or if at least ${failedAttempts} attempts in a row fail over ${failingDays} days;
      <code>disabled_reason</code> says why. Events that occur while an endpoint is disabled are not
      sent to it. Deliveries already queued are canceled, but stay listed and can be replayed once
      the endpoint is enabled.
    </p>`,
}
