import { Link } from "@tanstack/react-router"
import { useProject } from "../project/project-context.ts"
import { Part } from "../settings/part.tsx"
import { Badge } from "../ui/badge.tsx"
import { Snippet } from "../ui/copy.tsx"
import { Findings } from "../ui/findings.tsx"
import { ExactTime } from "../ui/time.tsx"
import type { SourceWhole } from "./source-documents.ts"
import "./source-payloads.css"

type Payload = SourceWhole["payloads"][number]

/** The latest requests, beside what became of them. */
export const SourcePayloads = ({ payloads }: { payloads: readonly Payload[] }) => (
  <Part title="Last requests" text="The last 50 that came in, and what became of them.">
    {payloads.length === 0 ? (
      <p className="part-body muted">Nothing has come in yet. Send a test alert.</p>
    ) : (
      <ul className="rows" aria-label="Last requests">
        {payloads.map((payload) => (
          <Line key={payload.id} payload={payload} />
        ))}
      </ul>
    )}
  </Part>
)

function Line({ payload }: { payload: Payload }) {
  const { pages } = useProject()
  const { receivedAt, isRefused, findings, alert, body, bytes } = payload
  return (
    <li className="payload-line">
      <div className="payload-head">
        <Badge tone={isRefused ? "bad" : "good"}>{isRefused ? "Refused" : "Accepted"}</Badge>
        <span className="payload-what">
          <Findings of={findings} />{" "}
          {alert !== null && <Link {...pages.alert(alert.id)}>Open alert #{alert.number}</Link>}
        </span>
        <span className="muted small">
          <ExactTime at={receivedAt} />
        </span>
      </div>
      <details>
        <summary>Body</summary>
        <Snippet title={`${bytes} bytes, as received`} label="request body" text={pretty(body)} />
      </details>
    </li>
  )
}

/** JSON with line breaks; anything else as it is. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    // Not JSON, or cut: it is shown as it was sent.
    return body
  }
}
