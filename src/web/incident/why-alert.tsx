import { Ago, WithMoments } from "../ui/time.tsx"
import type { OneIncident } from "./incident-documents.ts"

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

/** Why it was declared in a few sentences, and the stored steps of each verdict. */
export const Why = ({ summary, verdicts }: { summary: string; verdicts: Verdict[] }) =>
  verdicts.length > 0 && (
    <section className="card" aria-labelledby="why">
      <div className="card-head">
        <h2 id="why">Why it was declared</h2>
      </div>
      <p className="card-body">
        <WithMoments text={summary} />
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
    </section>
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
        {steps.map(({ step, outcome, evidence }, place) => (
          <div key={place}>
            <dt>{step.replaceAll("_", " ")}</dt>
            <dd>
              <strong>{outcome.replaceAll("_", " ")}</strong>{" "}
              <span className="muted">{evidence}</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  </li>
)
