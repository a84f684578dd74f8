import { Suspense, useState } from "react"
import { AssertionLine } from "../check/detail.tsx"
import { phasesOf } from "../check/phases.ts"
import { Waterfall } from "../check/waterfall.tsx"
import { lazyPart } from "../lazy-part.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { Waiting } from "../ui/empty.tsx"
import { Findings } from "../ui/findings.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { Lighthouse } from "../ui/lighthouse.tsx"
import { spanOf } from "../ui/range.ts"
import { millisecondsInWords } from "../ui/time.tsx"
import type { ConditionInput } from "./condition-documents.ts"
import { useDraftForm } from "./draft-context.ts"
import type { MonitorTest } from "./form-documents.ts"
import type { MonitorDraft } from "./form-draft.ts"
import { isProbed } from "../monitor/monitor-kind.ts"
import { minutesInWords, statusMood, statusWord } from "../monitor/monitor-messages.ts"
import { TestResponse } from "./test-response.tsx"
import { TestSuggestions } from "./test-suggestions.tsx"
import type { TestState } from "./use-test.ts"
import { Card } from "../ui/card.tsx"

const ConditionValues = lazyPart(() => import("./condition-chart.tsx"), "ConditionValues")

/** Beside the form: what a check of the draft sees, before anything is saved. */
export function TestPane({ test }: { test: TestState }) {
  const { draft } = useDraftForm()
  return (
    <Card
      title={isProbed(draft.kind) ? "Test" : "How it works"}
      side={
        test.result !== null &&
        test.isOutdated && <span className="muted small">The form changed since this test</span>
      }
      className="test-pane"
    >
      {isProbed(draft.kind) ? <Probed test={test} /> : <Waits draft={draft} />}
    </Card>
  )
}

function Probed({ test: { result, tested, refusal, isRunning, run } }: { test: TestState }) {
  if (refusal !== null) {
    return (
      <div className="card-body">
        <div className="refused" role="alert">
          <p>{refusal.issues.size === 0 ? refusal.message : "Not tested yet:"}</p>
          <ul>
            {[...refusal.issues].map(([pointer, detail]) => (
              <li key={pointer}>
                <code>{pointer.replace("#/", "")}</code> {detail}
              </li>
            ))}
          </ul>
        </div>
      </div>
    )
  }
  if (result === null) {
    return (
      <div className="test-empty">
        <Lighthouse />
        <p>
          Check it once before you save: see the response, and turn what you see into assertions.
        </p>
        <Button onClick={run} isBusy={isRunning}>
          {isRunning ? "Testing…" : "Run test"}
        </Button>
        <p className="muted small">Nothing of a test is stored.</p>
      </div>
    )
  }
  return (
    <div className="test-result" data-running={isRunning || undefined}>
      <Outcome result={result} isEvaluated={Boolean(tested?.telemetry)} />
      <TestSuggestions result={result} />
      {result.response !== null && <TestResponse response={result.response} />}
      {tested?.telemetry && <LastDay condition={tested.telemetry} />}
    </div>
  )
}

/** What the tested condition measured until now, to choose a threshold by. */
function LastDay({ condition }: { condition: ConditionInput }) {
  const { may } = useProject()
  const [span] = useState(() => spanOf({ preset: "24h" }, new Date()))
  if (!may("telemetry:read")) return null
  return (
    <section className="test-day">
      <h3>Last 24 hours</h3>
      <Suspense fallback={<Waiting rows={4} />}>
        <ConditionValues condition={condition} span={span} />
      </Suspense>
    </section>
  )
}

type OutcomeProps = {
  result: MonitorTest
  /** Of telemetry: the time that the query took says nothing of the target. */
  isEvaluated: boolean
}

function Outcome({ result, isEvaluated }: OutcomeProps) {
  const { status, httpStatus, durationMs, address, findings, warningFindings, assertions } = result
  const facts = [
    ...(httpStatus === null ? [] : [`HTTP ${httpStatus}`]),
    ...(isEvaluated ? [] : [millisecondsInWords(durationMs)]),
    ...(address === null ? [] : [address]),
  ]
  return (
    <section className="test-part">
      <p className="test-outcome">
        <Glyph mood={statusMood[status]} size={18} />
        <strong>{statusWord[status]}</strong>
        <span className="muted">{facts.join(" · ")}</span>
      </p>
      {findings.length > 0 && (
        <p>
          <Findings of={findings} />
        </p>
      )}
      {status === "OFFLINE" && (
        <p className="muted small">One attempt. A saved monitor confirms a failure first.</p>
      )}
      {warningFindings.map((warning, at) => (
        <p key={at} className="muted small">
          <Findings of={[warning]} />
        </p>
      ))}
      {!isEvaluated && <Waterfall phases={phasesOf(result)} />}
      {assertions.length > 0 && (
        <ul className="assertions small" aria-label="Assertions">
          {assertions.map((one, at) => (
            <AssertionLine key={at} {...one} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** A heartbeat is not checked: it waits for its job. */
function Waits({ draft }: { draft: MonitorDraft }) {
  const [interval, grace] = [draft.heartbeatIntervalMinutes, draft.heartbeatGraceMinutes].map(
    Number,
  )
  const isKnown = [interval, grace].every((one) => one !== undefined && Number.isInteger(one))
  return (
    <div className="card-body stack">
      <p>
        Your job calls a ping URL at the end of each run. You get the URL when the monitor is added;
        the first ping starts the clock.
      </p>
      {isKnown && interval !== undefined && grace !== undefined && interval > 0 && (
        <p>
          With these settings a ping is due every {minutesInWords(interval)}, and an outage is
          declared when none has arrived for {minutesInWords(interval + grace)}.
        </p>
      )}
      <pre className="evidence" tabIndex={0} aria-label="Example of a job">
        {"run-backup && \\\n  curl -fsS https://…/ping/…"}
      </pre>
    </div>
  )
}
