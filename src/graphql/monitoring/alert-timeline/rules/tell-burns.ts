import type { TimelineFacts } from "./timeline-facts.ts"
import type { TimelineNode } from "./timeline-node.ts"

/** What the evaluations of an SLO decided about its alert. */
export const tellBurns = ({ burns }: TimelineFacts): TimelineNode[] =>
  burns.map(({ id, decision, at, findings }) => ({
    kind: "burn",
    decision,
    id: `burn-${id}`,
    at,
    outcome: decision === "silenced" ? "skipped" : "done",
    title: { code: "burn_decided", parameters: { decision } },
    findings,
  }))
