/** Whether an alert reached somebody since its escalation (re)started: a provider accepted a message about it. */
export type Reach = {
  alertId: string
  projectId: string
  state: "active" | "exhausted" | "ended" | "joined"
  /** Neither acknowledged nor resolved nor silenced. */
  isOpen: boolean
  /** Pages to current members and channels. */
  pages: number
  /** Whether a step ran, even if it paged nobody. */
  hasStep: boolean
  /** The latest round of a page that was accepted; null if none was. */
  reachedRound: number | null
  /** Whether a message is still to be sent, or has not failed for good yet. */
  isHopeful: boolean
  /** The same for the latest step alone. */
  isStepReached: boolean
  isStepHopeful: boolean
  /** Whether a rule of this round has not run yet. */
  hasRuleLeft: boolean
  /** Whether owners and admins were paged by every way they have, or there are none. */
  areAdminsPaged: boolean
  isUnreachable: boolean
  /** When something is to be known next; null if nothing is waited for. */
  checkAt: Date | null
  /** Deliveries that fail by time, whose pages go on by the next way. */
  stalled: string[]
}

/** What follows from a step's reach. */
export type ReachVerdict =
  /** Nothing to look for: the alert is over or silenced, or no step ran. */
  "over" | "reached" | "wait" | "run_next_rule" | "page_admins" | "unreachable"

/** The latest step counts: an alert escalates at once if nobody in it can be reached, no matter who was reached before. */
export function judgeReach(reach: Reach): ReachVerdict {
  const { state, isOpen, hasStep, reachedRound, isHopeful, areAdminsPaged } = reach
  if (!isOpen || !hasStep) return "over"
  if (reach.isStepReached) return "reached"
  if (reach.isStepHopeful) return "wait"
  if (state === "active" && reach.hasRuleLeft) return "run_next_rule"
  if (reachedRound !== null) return "reached"
  if (!areAdminsPaged) return "page_admins"
  return isHopeful ? "wait" : "unreachable"
}
