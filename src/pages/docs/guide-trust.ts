import { keptHours } from "../../graphql/workspace/idempotency/once.ts"
import { requestAllowance } from "../../graphql/workspace/project/rules/project-limits.ts"
import { html } from "../../platform/html.ts"
import { answer, shell } from "./code.ts"
import type { Guide, Section } from "./section.ts"
import { table } from "./table.ts"

/** Errors, idempotency and rate limits. */
export const trust = (guide: Guide): Section[] => [
  readErrors(guide),
  repeat(guide),
  rateLimits(guide),
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
  title: "Errors",
  body: html`<p>
      Errors are 4xx or 5xx with a problem document (RFC 9457,
      <code>application/problem+json</code>). Branch on <code>code</code>, which never changes, and
      show <code>detail</code> to people. Each entry of <code>errors</code> names a
      <code>pointer</code> into the body, a <code>parameter</code> or a <code>header</code>.
    </p>
    ${shell(`curl "${base}/v1/monitors?limit=0" \\\n  -H "Authorization: Bearer $KEY"`)}
    ${answer(refused(base))}
    <p>
      <code>type</code> links to a page that says what to do. See
      <a href="/docs/api/problems/">all problems</a>. Every response has an
      <code>X-Request-Id</code>: include it when you report a problem to your administrator.
    </p>`,
})

const repeat = ({ base }: Guide): Section => ({
  id: "idempotency",
  title: "Idempotency",
  body: html`<p>
      When a connection breaks, you cannot know whether a POST was executed. Send an
      <code>Idempotency-Key</code> (1 to 255 visible ASCII characters, new for each operation), and
      you can safely send the same request again.
    </p>
    ${shell(`MONITOR=01937f5e-4c1a-7000-8000-3a5d5c1f0b21
curl -i -X POST "${base}/v1/monitors/$MONITOR/mute" \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: mute-for-release-42" \\
  -d '{"duration_minutes": 30}'`)}
    <p>
      For ${keptHours} hours, a retry returns the first response, byte for byte, with
      <code>Idempotency-Replayed: true</code>. The same key with a different request is
      <a href="/docs/api/problems/idempotency_key_reused"><code>idempotency_key_reused</code></a
      >. A 400 or 404 is stored like any other response: correct the request and send it with a new
      key. Responses that depend on time or on other headers (401, 403, 409, 413, 415, 429 and 5xx)
      are not stored: a retry with the same key executes the request again.
    </p>`,
})

const rateLimits = ({ base }: Guide): Section => {
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
    title: "Rate limits",
    body: html`${table(["Plan", "Access", "Requests per minute", "Requests per month"], rows)}
      <p>
        All keys of a project share these limits. A month is a calendar month in UTC. Each response
        says how much is left: <code>RateLimit</code> and <code>RateLimit-Policy</code> for the
        minute and the month, and <code>X-RateLimit-Limit</code>, <code>-Remaining</code> and
        <code>-Reset</code> for whichever of the two has less left.
      </p>
      ${shell(`curl -i "${base}/v1/usage" \\\n  -H "Authorization: Bearer $KEY"`)}
      <p>
        Above the limit the response is 429,
        <a href="/docs/api/problems/rate_limited"><code>rate_limited</code></a
        >: wait as many seconds as <code>Retry-After</code> says. <code>GET /v1/usage</code> does
        not count and is never rate limited.
      </p>`,
  }
}
