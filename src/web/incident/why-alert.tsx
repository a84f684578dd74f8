import { Findings } from "../ui/findings.tsx"
import { Ago } from "../ui/time.tsx"
import type { OneIncident } from "./incident-documents.ts"
import { Card } from "../ui/card.tsx"

type Verdict = NonNullable<OneIncident["verdicts"]>["edges"][number]["node"]

const words: Record<Verdict["decision"], string> = {
  DECLARED: "Incident declared",
  RECOVERED: "Recovered",
  REOPENED: "Incident reopened",
  SILENCED: "No alert sent",
  STATUS_ONLY: "Status changed",
}

/** The latest; an incident that flaps has many, and the one that declared it may be among the earlier. */
const mostAtOnce = 3

type Props = {
  findings: NonNullable<OneIncident["explain"]>["findings"]
  verdicts: Verdict[]
}

/** Why it was declared in a few sentences, and the stored steps of each verdict. */
export const Why = ({ findings, verdicts }: Props) =>
  verdicts.length > 0 && (
    <Card title="Why it was declared">
      <p className="card-body">
        <Findings of={findings} />
      </p>
      <ul className="rows">
        {verdicts.slice(0, mostAtOnce).map((verdict) => (
          <Decision key={verdict.id} verdict={verdict} />
        ))}
        {verdicts.length > mostAtOnce && (
          <li>
            <details className="more">
              <summary>{verdicts.length - mostAtOnce} earlier decisions</summary>
              <ul className="rows">
                {verdicts.slice(mostAtOnce).map((verdict) => (
                  <Decision key={verdict.id} verdict={verdict} />
                ))}
              </ul>
            </details>
          </li>
        )}
      </ul>
    </Card>
  )

const Decision = ({ verdict: { decision, at, steps } }: { verdict: Verdict }) => (
  <li>
    <details className="more">
      <summary>
        {words[decision]}{" "}
        <span className="muted small">
          <Ago at={at} />
        </span>
      </summary>
      <dl className="steps">
        {steps.map(({ titleFinding, findings }, place) => (
          <div key={place}>
            <dt>
              <Findings of={[titleFinding]} />
            </dt>
            <dd className="muted">
              <Findings of={findings} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  </li>
)
