import { Waiting } from "../ui/empty.tsx"
import { percentInWords } from "../ui/percent.ts"
import { DayAndTime } from "../ui/time.tsx"
import { BudgetBar } from "./budget-bar.tsx"
import { BudgetLine } from "./budget-charts.tsx"
import type { Preview } from "./slo-documents.ts"
import type { SloDraft } from "./slo-draft.ts"
import { amountInWords, rateInWords, speedWords, type Indicator } from "./slo-words.ts"
import type { PreviewState } from "./use-preview.ts"

type Props = { state: PreviewState; draft: SloDraft }

/** What the SLO would have been over the last 30 days. */
export function PreviewPane({ state: { preview, error, isAsked }, draft }: Props) {
  return (
    <section className="card slo-preview" aria-labelledby="slo-preview">
      <h2 id="slo-preview">The last 30 days</h2>
      {!isAsked ? (
        <p className="muted">
          Choose what to measure and a target to see the budget and the alerts it would have had.
        </p>
      ) : preview !== null ? (
        <Found preview={preview} indicator={draft.indicator} />
      ) : error === null ? (
        <Waiting />
      ) : (
        <p className="muted" role="status">
          {error}
        </p>
      )}
    </section>
  )
}

const mostBurns = 5

function Found({ preview, indicator }: { preview: Preview; indicator: Indicator }) {
  const { budget, burns, points, from, to } = preview
  if (budget.attainedPercent === null) {
    return <p className="muted">There is no data in the last 30 days.</p>
  }
  const count = (speed: (typeof burns)[number]["speed"]) =>
    burns.filter((burn) => burn.speed === speed).length
  return (
    <>
      <dl className="preview-figures">
        <div>
          <dt>Attained</dt>
          <dd>{percentInWords(budget.attainedPercent)}</dd>
        </div>
        <div>
          <dt>Budget used</dt>
          <dd>
            {amountInWords(budget.consumed, indicator)} of {amountInWords(budget.total, indicator)}
          </dd>
        </div>
        <div>
          <dt>Budget left</dt>
          <dd>
            <BudgetBar budget={budget} />
          </dd>
        </div>
        <div>
          <dt>Alerts</dt>
          <dd>
            {count("FAST")} fast, {count("SLOW")} slow
          </dd>
        </div>
      </dl>
      <BudgetLine
        span={{ from, to }}
        points={points}
        syncKey="slo-preview"
        height={150}
        label="Budget left over the last 30 days, in percent."
      />
      {burns.length > 0 && (
        <ul className="preview-burns">
          {burns
            .slice(-mostBurns)
            .toReversed()
            .map((burn) => (
              <li key={`${burn.speed}-${burn.from}`}>
                <span>
                  {speedWords[burn.speed]}, up to {rateInWords(burn.highestRate)}
                </span>
                <span className="muted">
                  <DayAndTime at={burn.from} />
                </span>
              </li>
            ))}
        </ul>
      )}
      {budget.coverage !== null && budget.coverage < 0.995 && (
        <p className="muted small">
          {percentInWords(budget.coverage * 100, 0)} of the time has data; the rest counts neither
          as good nor as bad.
        </p>
      )}
    </>
  )
}
