import type { BurnDecision } from "../../../../../prisma/generated/enums.ts"
import type { TimelineFacts } from "./timeline-facts.ts"
import type { TimelineNode } from "./timeline-node.ts"

const titles: Record<BurnDecision, string> = {
  fired: "Error budget burns too fast",
  reopened: "Error budget burns too fast again",
  cleared: "Burn rate fell below the limit",
  silenced: "No alert for the burn rate",
}

/** What the evaluations of an SLO decided about its alert. */
export const tellBurns = ({ burns }: TimelineFacts): TimelineNode[] =>
  burns.map(({ id, decision, at, reason }) => ({
    kind: "burn",
    decision,
    id: `burn-${id}`,
    at,
    outcome: decision === "silenced" ? "skipped" : "done",
    title: titles[decision],
    detail: reason,
  }))
