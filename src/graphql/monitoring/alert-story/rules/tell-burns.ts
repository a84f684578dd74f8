import type { BurnDecision } from "../../../../../prisma/generated/enums.ts"
import type { StoryFacts } from "./story-facts.ts"
import type { StoryNode } from "./story-node.ts"

const titles: Record<BurnDecision, string> = {
  fired: "Error budget burns too fast",
  reopened: "Error budget burns too fast again",
  cleared: "Burn rate fell below the limit",
  silenced: "No alert for the burn rate",
}

/** What the evaluations of an SLO decided about its alert. */
export const tellBurns = ({ burns }: StoryFacts): StoryNode[] =>
  burns.map(({ id, decision, at, reason }) => ({
    kind: "burn",
    decision,
    id: `burn-${id}`,
    at,
    outcome: decision === "silenced" ? "skipped" : "done",
    title: titles[decision],
    detail: reason,
  }))
