import { requestAllowance } from "../../graphql/project/limits.ts"
import { html } from "../html.ts"
import { answer, shell } from "./code.ts"
import type { Guide, Section } from "./section.ts"
import { table } from "./table.ts"

/** What makes a program that can be left alone. */
export const trust = (guide: Guide): Section[] => [
  readErrors(guide),
  repeat(guide),
  keepPace(guide),
]

const refused = (base: string) => ({
  type: `${base}/docs/api/problems/validation_failed`,
  title: "Validation failed",
  status: 400,
  detail: "The request is not valid: parameter limit must be a whole number from 1 to 100.",
  instance: "/v1/monitors",
  code: "validation_failed",
  request_id: "01937f63-1f20-7000-8000-6c0d9a7b5e12",
  errors: [{ parameter: "limit", detail: "must be a whole number from 1 to 100" }],
})

const readErrors = ({ base }: Guide): Section => ({
  id: "errors",
  title: "Read the errors",
  body: html`<p>
      What fails answers 4xx or 5xx with a problem document (RFC 9457,
      <code>application/problem+json</code>). Branch on <code>code</code>, which never changes; show
      people <code>detail</code>; in <code>errors</code> each fault names its
      <code>pointer</code> into the body, <code>parameter</code> or <code>header</code>.
    </p>
    ${shell(`curl "${base}/v1/monitors?limit=0" \\\n  -H "Authorization: Bearer $KEY"`)}
    ${answer(refused(base))}
    <p>
      <code>type</code> opens a page that says what to do:
      <a href="/docs/api/problems/">all problems</a>. Every answer names itself in
      <code>X-Request-Id</code>; tell it to whoever runs the installation where something is odd.
    </p>`,
})

const repeat = ({ base }: Guide): Section => ({
  id: "idempotency",
  title: "Repeat without doing it twice",
  body: html`<p>
      When a line breaks you do not know whether a POST arrived. Give each operation an
      <code>Idempotency-Key</code> of its own, 1 to 255 visible ASCII characters, and simply send
      the same again.
    </p>
    ${shell(`MONITOR=01937f5e-4c1a-7000-8000-3a5d5c1f0b21
curl -i -X POST "${base}/v1/monitors/$MONITOR/mute" \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: mute-for-release-42" \\
  -d '{"duration_minutes": 30}'`)}
    <p>
      For 24 hours the repetition gets the first answer, byte for byte and marked
      <code>Idempotency-Replayed: true</code>. The same key with another request is
      <a href="/docs/api/problems/idempotency_key_reused"><code>idempotency_key_reused</code></a
      >. Refusals that time may mend (401, 403, 409, 429 and 5xx) are not kept: they are tried
      afresh.
    </p>`,
})

const keepPace = ({ base }: Guide): Section => {
  const rows = (["free", "pro"] as const).map((plan) => {
    const { perMinute, perMonth } = requestAllowance(plan)
    return html`<tr>
      <td>${plan === "free" ? "Free" : "Pro"}</td>
      <td>${plan === "free" ? "read" : "read and write"}</td>
      <td>${perMinute.toLocaleString("en")}</td>
      <td>${perMonth.toLocaleString("en")}</td>
    </tr> `
  })
  return {
    id: "limits",
    title: "Keep within the limits",
    body: html`${table(["Plan", "Keys may", "Requests a minute", "Requests a month"], rows)}
      <p>
        All keys of a project share them; a month is a calendar month in UTC. Each answer tells how
        much is left: <code>RateLimit</code> and <code>RateLimit-Policy</code> for the minute and
        the month, and <code>X-RateLimit-Limit</code>, <code>-Remaining</code> and
        <code>-Reset</code> for the minute.
      </p>
      ${shell(`curl -i "${base}/v1/usage" \\\n  -H "Authorization: Bearer $KEY"`)}
      <p>
        Beyond them the answer is 429,
        <a href="/docs/api/problems/rate_limited"><code>rate_limited</code></a
        >: wait as many seconds as <code>Retry-After</code> says. Asking for the usage counts
        nothing and is never refused for its rate.
      </p>`,
  }
}
