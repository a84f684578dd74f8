import { Badge } from "../ui/badge.tsx"
import { Findings } from "../ui/findings.tsx"
import { Markdown } from "../ui/markdown.tsx"
import { Ago, ClockTime } from "../ui/time.tsx"
import { AddUpdate } from "./add-update.tsx"
import type { OneIncident } from "./incident-documents.ts"
import type { Audience } from "./incident-side-documents.ts"
import { updateWords } from "./update-words.ts"
import { Card } from "../ui/card.tsx"

type Props = {
  id: string
  timeline: OneIncident["timeline"]
  audience: Audience
  mayWrite: boolean
  /** How often a public update was asked for. */
  asked: number
  onChange(): void
}

export const Timeline = ({ id, timeline, audience, mayWrite, asked, onChange }: Props) => (
  <Card title="Timeline">
    <div className="card-body stack">
      {mayWrite && <AddUpdate id={id} audience={audience} asked={asked} onAdded={onChange} />}
      <ol className="timeline">
        {timeline.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </div>
  </Card>
)

function Entry({ entry }: { entry: OneIncident["timeline"][number] }) {
  const { kind, body, findings, actorName, at, isPublic, flap } = entry
  return (
    <li data-kind={kind}>
      <div className="timeline-head">
        <strong>
          {flap === null ? (
            updateWords[kind]
          ) : (
            <>
              Flapped {flap.outages} times, <ClockTime at={flap.from} /> to{" "}
              <ClockTime at={flap.until} />
            </>
          )}
        </strong>
        {kind === "NOTE" && (
          <Badge tone={isPublic ? "accent" : "plain"}>{isPublic ? "Public" : "Internal"}</Badge>
        )}
        <span className="muted small">
          {actorName} · <ClockTime at={at} /> · <Ago at={at} />
        </span>
      </div>
      {findings.length > 0 ? (
        <p className="words">
          <Findings of={findings} />
        </p>
      ) : (
        body !== "" &&
        (kind === "NOTE" || kind === "DECLARED" ? (
          <Markdown text={body} />
        ) : (
          <p className="words">{body}</p>
        ))
      )}
    </li>
  )
}
