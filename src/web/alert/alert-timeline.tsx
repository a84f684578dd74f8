import { Link } from "@tanstack/react-router"
import { useProject } from "../project/project-context.ts"
import type { Tone } from "../ui/badge.tsx"
import { Step, Steps } from "../ui/steps.tsx"
import { Findings } from "../ui/findings.tsx"
import { ClockTime, durationInWords } from "../ui/time.tsx"
import { useSecond } from "../ui/use-clock.ts"
import type { TimelineNext, TimelineNodeView } from "./timeline-documents.ts"
import { evidenceOf, Phases } from "./timeline-evidence.tsx"
import "./alert-timeline.css"

type Props = { nodes: readonly TimelineNodeView[]; next: readonly TimelineNext[] }

/** The timeline of an alert on one line: what happened, what was not done and why, and what comes next. */
export const AlertTimeline = ({ nodes, next }: Props) => (
  <Steps label="Alert timeline">
    {nodes.map((node) => (
      <TimelineStep key={node.id} node={node} />
    ))}
    {next.map((one) => (
      <NextStep
        key={`${one.at} ${one.titleFinding.parts.map(({ text }) => text).join("")}`}
        next={one}
      />
    ))}
  </Steps>
)

/** One thing that happened, with its evidence. */
function TimelineStep({ node }: { node: TimelineNodeView }) {
  const { at, outcome, titleFinding, findings } = node
  return (
    <Step
      at={at}
      tone={toneOf(node)}
      isMuted={outcome === "SKIPPED"}
      title={
        <>
          <Findings of={[titleFinding]} />
          {outcome === "SKIPPED" && <span className="unseen"> (not done)</span>}
        </>
      }
      evidence={evidenceOf(node)}
    >
      {findings.length > 0 && (
        <p>
          <Findings of={findings} />
          {node.__typename === "TimelineEscalation" && <Lead id={node.leadId} />}
        </p>
      )}
      <Phases node={node} />
    </Step>
  )
}

function Lead({ id }: { id: string | null }) {
  const { pages } = useProject()
  if (id === null) return null
  return (
    <>
      {" "}
      <Link {...pages.alert(id)}>Open it</Link>
    </>
  )
}

function toneOf(node: TimelineNodeView): Tone {
  if (node.outcome === "FAILED") return "bad"
  if (node.outcome === "PENDING") return "warning"
  if (node.outcome === "SKIPPED") return "plain"
  if (node.__typename === "TimelineThreshold" || node.__typename === "TimelineReport") return "bad"
  if (node.__typename === "TimelineDecision") return node.decision === "RECOVERED" ? "good" : "bad"
  if (node.__typename === "TimelineBurn") return node.burn === "CLEARED" ? "good" : "bad"
  if (node.__typename === "TimelineChange") return node.change === "RESOLVED" ? "good" : "warning"
  if (node.__typename === "TimelineStep" || node.__typename === "TimelineEscalation")
    return "accent"
  return "good"
}

/** "Next: step 2 pages Bob by call at 19:07:24, in 1 min 12 s". */
const NextStep = ({ next: { at, titleFinding, findings } }: { next: TimelineNext }) => (
  <Step
    at={at}
    tone="accent"
    title={
      <>
        <span className="timeline-next">Next</span> <Findings of={[titleFinding]} />
      </>
    }
    isMuted
  >
    <p>
      <Countdown at={at} /> <Findings of={findings} />
    </p>
  </Step>
)

function Countdown({ at }: { at: string }) {
  const ms = Date.parse(at) - useSecond()
  return (
    <span aria-live="off">
      {ms > 0 ? (
        <>
          at <ClockTime at={at} />, in {inSeconds(ms)}
        </>
      ) : (
        "now"
      )}
    </span>
  )
}

/** To the second below an hour. */
function inSeconds(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 60 || seconds >= 3600) return durationInWords(seconds * 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
