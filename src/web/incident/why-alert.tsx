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
        {verdicts.map(({ id, decision, at, steps }) => (
          <li key={id}>
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
        ))}
      </ul>
    </section>
  )
