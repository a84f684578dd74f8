import { useChange } from "../live/apply-change.ts"
import { useMonitor } from "../monitor-page/monitor-context.ts"
import { UpdateMonitor } from "../monitor/monitor-documents.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { Refused } from "../ui/field.tsx"
import { DayAndTime, durationInWords } from "../ui/time.tsx"
import { toast } from "../ui/toast.tsx"
import { compareReplay, type Comparison } from "./compare-replay.ts"
import { ReplayTimeline } from "./replay-timeline.tsx"
import type { Replay, Replayed, ReplayedOutage } from "./tuning-documents.ts"
import { Card } from "../ui/card.tsx"
import { capital } from "../ui/capital.ts"
import { counted } from "../ui/counted.ts"

type Props = { replay: Replay; span: { from: string; to: string } }

/** Both results side by side, their difference in words, and a button to apply the new thresholds. */
export function ReplayResult({ replay, span }: Props) {
  const { may } = useProject()
  const { own, asked } = replay
  const comparison = compareReplay(replay)
  const isSame =
    own.failureThreshold === asked.failureThreshold &&
    own.recoveryThreshold === asked.recoveryThreshold
  return (
    <Card
      title={isSame ? "With the current thresholds" : "What would have happened"}
      side={!isSame && may("monitors:write") && <Apply asked={asked} own={own} />}
    >
      <p className="card-body replay-words">
        {replay.checks === 0
          ? "No checks in this range."
          : isSame
            ? "These are the monitor's thresholds. Enter others to compare."
            : inWords(comparison, own)}
        {!replay.isComplete && (
          <>
            {" "}
            The replay stopped at <DayAndTime at={replay.replayedUntil} />: choose a shorter range.
          </>
        )}
      </p>
      <div className="replay-table">
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">Thresholds</span>
              </th>
              <th scope="col">Alerts</th>
              <th scope="col">Downtime</th>
              <th scope="col">Mean detection</th>
            </tr>
          </thead>
          <tbody>
            <Figures name="Now" result={own} />
            {!isSame && <Figures name="With" result={asked} />}
          </tbody>
        </table>
      </div>
      <ReplayTimeline own={own} asked={isSame ? null : asked} comparison={comparison} span={span} />
      {!isSame && <Differences comparison={comparison} />}
      <p className="card-foot muted small">
        {replay.checks.toLocaleString()} checks replayed. Mutes, maintenance and the parent suppress
        alerts as they did.
      </p>
    </Card>
  )
}

const inFigures = (seconds: number | null) =>
  seconds === null ? "–" : durationInWords(seconds * 1000)

const Figures = ({ name, result }: { name: string; result: Replayed }) => (
  <tr>
    <th scope="row">
      {name}:{" "}
      <span className="muted">
        {result.failureThreshold} to fail, {result.recoveryThreshold} to recover
      </span>
    </th>
    <td>{result.count}</td>
    <td>{result.downtimeSeconds === 0 ? "None" : inFigures(result.downtimeSeconds)}</td>
    <td>{inFigures(result.meanDetectionSeconds)}</td>
  </tr>
)

function inWords({ missed, added, meanLaterMs }: Comparison, own: Replayed): string {
  if (own.count === 0 && added.length === 0) return "Nothing would have alerted either way."
  const parts = [
    missed.length > 0
      ? `${missed.length} of ${counted(own.count, "alert")} would not have fired`
      : null,
    added.length > 0 ? `${counted(added.length, "alert")} more would have fired` : null,
    meanLaterMs !== null && Math.abs(meanLaterMs) >= 1000
      ? `the others would have fired ${durationInWords(Math.abs(meanLaterMs))} ${meanLaterMs > 0 ? "later" : "earlier"} on average`
      : null,
  ].filter((part) => part !== null)
  if (parts.length === 0) return "The same alerts would have fired at the same times."
  const text = parts.join("; ")
  return `${capital(text)}.`
}

function Differences({ comparison: { missed, added } }: { comparison: Comparison }) {
  const rows: [string, ReplayedOutage][] = [
    ...missed.map((outage): [string, ReplayedOutage] => ["Would not have fired", outage]),
    ...added.map((outage): [string, ReplayedOutage] => ["Would have fired", outage]),
  ]
  const sorted = rows.toSorted(([, a], [, b]) => b.startedAt.localeCompare(a.startedAt))
  if (sorted.length === 0) return null
  return (
    <ul className="rows replay-rows" aria-label="Differences">
      {sorted.slice(0, 50).map(([words, { level, startedAt, endedAt }]) => (
        <li key={`${words}${startedAt}`}>
          <span>{words}</span>
          <span className="muted">
            {level === "OFFLINE" ? "Offline" : "Degraded"}{" "}
            {endedAt === null
              ? "until now"
              : durationInWords(Date.parse(endedAt) - Date.parse(startedAt))}
          </span>
          <DayAndTime at={startedAt} />
        </li>
      ))}
    </ul>
  )
}

function Apply({ asked, own }: { asked: Replayed; own: Replayed }) {
  const { monitor, again } = useMonitor()
  const update = useChange(UpdateMonitor)
  const set = async ({ failureThreshold, recoveryThreshold }: Replayed) => {
    const input = { failureThreshold, recoveryThreshold }
    const done = await update.run({ id: monitor.id, input })
    if (done !== null) again()
    return done !== null
  }
  const apply = async () => {
    if (!(await set(asked))) return
    toast("Thresholds changed", { undo: () => void set(own) })
  }
  return (
    <>
      <Button variant="accent" isBusy={update.isRunning} onClick={() => void apply()}>
        Apply these thresholds
      </Button>
      {update.refusal !== null && <Refused refusal={update.refusal} />}
    </>
  )
}
