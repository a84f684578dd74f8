import type { ReactNode } from "react"
import { phasesOf } from "../check/phases.ts"
import { Waterfall } from "../check/waterfall.tsx"
import { Findings } from "../ui/findings.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { ClockTime, millisecondsInWords } from "../ui/time.tsx"
import type { TimelineNodeView } from "./timeline-documents.ts"
import { counted } from "../ui/counted.ts"

type Evidence = { label: string; content: ReactNode }

type Of<Name extends TimelineNodeView["__typename"]> = Extract<
  TimelineNodeView,
  { __typename: Name }
>

/** The stored record behind a node; null if the line says it all. */
export function evidenceOf(node: TimelineNodeView): Evidence | null {
  switch (node.__typename) {
    case "TimelineCheck":
      return ofCheck(node)
    case "TimelineNetwork":
      return { label: "Reference hosts", content: <Samples samples={node.samples} /> }
    case "TimelineDecision":
      return node.steps.length === 0
        ? null
        : { label: "Decision record", content: <Rules steps={node.steps} /> }
    case "TimelineDelivery":
      return node.attempts.length === 0 ? null : ofDelivery(node)
    case "TimelineBurn":
    case "TimelineChange":
    case "TimelineEscalation":
    case "TimelineFlap":
    case "TimelinePause":
    case "TimelineReport":
    case "TimelineSecondCheck":
    case "TimelineStep":
    case "TimelineThreshold":
      return null
  }
}

function ofCheck({ check }: Of<"TimelineCheck">): Evidence | null {
  const evidence = check?.evidence
  if (!check || (!evidence && check.address === null)) return null
  const { address, httpStatus } = check
  return {
    label: "Response",
    content: (
      <>
        <p>
          {[
            address,
            httpStatus !== null && `HTTP ${httpStatus}`,
            millisecondsInWords(check.durationMs),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {evidence && (
          // Scrolls, so it must be reachable by keyboard.
          <pre className="timeline-response" tabIndex={0} aria-label="First bytes of the response">
            {[evidence.head, evidence.body].filter((part) => part !== "").join("\n\n")}
          </pre>
        )}
      </>
    ),
  }
}

/** The phases of a check, which the line shows without opening it. */
export function Phases({ node }: { node: TimelineNodeView }) {
  if (node.__typename !== "TimelineCheck" || !node.check) return null
  const phases = phasesOf(node.check).filter(({ tone }) => tone !== "rest")
  if (phases.length === 0) return null
  return (
    <div className="timeline-phases">
      <Waterfall phases={phases} />
    </div>
  )
}

const Samples = ({ samples }: Pick<Of<"TimelineNetwork">, "samples">) => (
  <ul className="timeline-list">
    {samples.map(({ anchor, isReachable, durationMs }) => (
      <li key={anchor}>
        <Glyph mood={isReachable ? "good" : "bad"} size={14} />
        <span>
          {anchor}{" "}
          {isReachable ? `answered in ${millisecondsInWords(durationMs)}` : "did not answer"}
        </span>
      </li>
    ))}
  </ul>
)

const Rules = ({ steps }: Pick<Of<"TimelineDecision">, "steps">) => (
  <dl className="timeline-rules">
    {steps.map(({ titleFinding, findings }, at) => (
      <div key={at}>
        <dt>
          <Findings of={[titleFinding]} />
        </dt>
        <dd>
          <Findings of={findings} />
        </dd>
      </div>
    ))}
  </dl>
)

const outcomes: Record<Of<"TimelineDelivery">["attempts"][number]["outcome"], string> = {
  ACCEPTED: "accepted",
  REJECTED: "rejected",
  REDIRECTED: "redirected",
  GONE: "gone",
  TIMED_OUT: "timed out",
  FORBIDDEN: "address not allowed",
  UNRESOLVED: "host not found",
  UNREACHABLE: "no connection",
  UNTRUSTED: "certificate not trusted",
  FAILED: "not sent",
  UNDELIVERED: "not delivered",
  INTERRUPTED: "interrupted",
}

const ofDelivery = ({ attempts, reasonFindings }: Of<"TimelineDelivery">): Evidence => ({
  label: counted(attempts.length, "attempt"),
  content: (
    <>
      {reasonFindings.length > 0 && (
        <p>
          <Findings of={reasonFindings} />
        </p>
      )}
      <ol className="timeline-list">
        {attempts.map(({ number, startedAt, durationMs, outcome, findings, ...answer }) => (
          <li key={number}>
            <Glyph mood={outcome === "ACCEPTED" ? "good" : "bad"} size={14} />
            <div>
              Attempt {number} at <ClockTime at={startedAt} />: {outcomes[outcome]}
              {answer.responseStatus !== null && ` (HTTP ${answer.responseStatus})`} in{" "}
              {millisecondsInWords(durationMs)}
              {findings.length > 0 && (
                <p>
                  <Findings of={findings} />
                </p>
              )}
              {answer.responseBody !== null && answer.responseBody !== "" && (
                <pre
                  className="timeline-response"
                  tabIndex={0}
                  aria-label={`Answer to attempt ${number}`}
                >
                  {answer.responseBody}
                </pre>
              )}
            </div>
          </li>
        ))}
      </ol>
    </>
  ),
})
