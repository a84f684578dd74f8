import { Link } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { LogLines } from "../services/log-line.tsx"
import { ClockTime } from "../ui/time.tsx"
import { useNow } from "../ui/use-clock.ts"
import { PairedSpans } from "./paired-spans.tsx"
import {
  TelemetryOfIncident,
  type StoredChange,
  type StoredTelemetry,
} from "./telemetry-documents.ts"
import "./target-telemetry.css"

const againMs = 5000
/** Spans that have not arrived by then hardly come: the server reads them for ten minutes, longer after its own outage. */
const patienceMs = 12 * 60_000

/** The target's own view of the outage: the failed check beside the last good one, its logs, and what had changed. */
export function TargetTelemetry({ id }: { id: string }) {
  const { data, again } = useRead(TelemetryOfIncident, { id })
  const telemetry = data?.incident?.telemetry
  const createdAt = data?.incident?.createdAt
  const isLate = useNow() > Date.parse(createdAt ?? "") + patienceMs
  const isPending = telemetry?.isPending === true && !isLate
  // Renders with the clock, which must not restart the interval.
  const read = useRef(again)
  useEffect(() => {
    read.current = again
  })
  useEffect(() => {
    if (!isPending) return
    const timer = setInterval(() => read.current(), againMs)
    return () => clearInterval(timer)
  }, [isPending])
  if (!telemetry) return null
  return (
    <section className="card" id="telemetry" aria-labelledby="telemetry-head">
      <div className="card-head">
        <h2 id="telemetry-head">What the target saw</h2>
        <Traces telemetry={telemetry} />
      </div>
      <div className="card-body stack">
        {telemetry.takenAt === null ? (
          <p className="muted">
            {isPending
              ? "Waiting for the spans of the failed check."
              : "The target sent no spans of the failed check."}
          </p>
        ) : (
          <Found telemetry={telemetry} isPending={isPending} />
        )}
      </div>
    </section>
  )
}

function Traces({ telemetry: { failed, good } }: { telemetry: StoredTelemetry }) {
  const { id: projectId } = useProject()
  const to = "/projects/$projectId/services/traces/$traceId"
  return (
    <span className="row small">
      {failed !== null && (
        <Link
          to={to}
          params={{ projectId, traceId: failed.traceId }}
          search={{ baseline: good?.traceId }}
        >
          Failed check, <ClockTime at={failed.at} />
        </Link>
      )}
      {good !== null && (
        <Link to={to} params={{ projectId, traceId: good.traceId }}>
          Last good one, <ClockTime at={good.at} />
        </Link>
      )}
    </span>
  )
}

function Found({ telemetry, isPending }: { telemetry: StoredTelemetry; isPending: boolean }) {
  const { failed, good, summary, spans, logs, changes, isCut } = telemetry
  return (
    <>
      {summary !== null && failed !== null && <p>{summary}</p>}
      {failed === null && (
        <p className="muted">
          {isPending
            ? "Waiting for the spans of the failed check; this is the last good one."
            : "The target sent no spans of the failed check. This is the last good one."}
        </p>
      )}
      {failed !== null && good === null && (
        <p className="muted">No good check before it was traced, so nothing is compared.</p>
      )}
      <PairedSpans spans={spans} />
      {isCut && <p className="muted small">Some spans or logs were left out.</p>}
      {changes.length > 0 && (
        <div>
          <h3>Changed in the half hour before</h3>
          <ul className="changes">
            {changes.map((change, at) => (
              <Change key={at} change={change} />
            ))}
          </ul>
        </div>
      )}
      {logs.length > 0 && (
        <div>
          <h3>Logs of the failed check</h3>
          <ol className="target-logs" aria-label="Logs of the failed check">
            <LogLines records={logs} />
          </ol>
        </div>
      )}
    </>
  )
}

const words: Record<StoredChange["kind"], string> = {
  VERSION: "New version",
  PATTERN: "New log message",
  ERROR: "First error",
}

function Change({ change }: { change: StoredChange }) {
  const { pages } = useProject()
  const { kind, at, service, text, detail, records, traceId } = change
  return (
    <li>
      <span className="muted small">
        <ClockTime at={at} />
      </span>
      <span className="change-kind">{words[kind]}</span>
      <span className="change-text">
        <span className="muted">{service}</span>{" "}
        {kind === "VERSION" ? (
          <>
            {detail} → <strong>{text}</strong>
          </>
        ) : (
          <>
            {text}
            {detail !== null && `: ${detail}`}
            {records > 1 && <span className="muted small"> · {records} times</span>}
          </>
        )}{" "}
        {traceId !== null && (
          <Link className="small" {...pages.trace(traceId)} aria-label={`Trace of ${text}`}>
            Trace
          </Link>
        )}
      </span>
    </li>
  )
}
