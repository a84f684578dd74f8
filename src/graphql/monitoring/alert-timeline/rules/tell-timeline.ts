import type { TimelineFacts } from "./timeline-facts.ts"
import type { Timeline, TimelineNode } from "./timeline-node.ts"
import { tellChanges } from "./tell-changes.ts"
import { tellNext } from "./tell-next.ts"
import { tellOutage } from "./tell-outage.ts"
import { tellPaging } from "./tell-paging.ts"
import { tellReports } from "./tell-reports.ts"

/** Things of one millisecond are listed in the order of cause and effect. */
const order: readonly TimelineNode["kind"][] = [
  "check",
  "second_check",
  "network",
  "threshold",
  "decision",
  "burn",
  "report",
  "flap",
  "escalation",
  "pause",
  "step",
  "delivery",
  "change",
]

/** Tell what happened to an alert, what was not done and why, and what comes next, from what is stored. */
export function tellTimeline(facts: TimelineFacts): Timeline {
  const nodes = [
    ...tellOutage(facts),
    ...tellBurns(facts),
    ...tellReports(facts),
    ...tellPaging(facts),
    ...tellChanges(facts),
  ]
  return {
    nodes: nodes.toSorted(
      (a, b) => a.at.getTime() - b.at.getTime() || order.indexOf(a.kind) - order.indexOf(b.kind),
    ),
    next: tellNext(facts),
  }
}

/** What the evaluations of an SLO decided about its alert. */
const tellBurns = ({ burns }: TimelineFacts): TimelineNode[] =>
  burns.map(({ id, decision, at, findings }) => ({
    kind: "burn",
    decision,
    id: `burn-${id}`,
    at,
    outcome: decision === "silenced" ? "skipped" : "done",
    title: { code: "burn_decided", parameters: { decision } },
    findings,
  }))
