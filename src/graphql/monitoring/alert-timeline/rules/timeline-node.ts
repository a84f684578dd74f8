import type { BurnDecision } from "../../../../../prisma/generated/enums.ts"
import type { Finding } from "../../../../findings/finding.ts"
import type { CountEvidence, VerdictStep } from "../../verdict/rules/verdict-steps.ts"
import type { CheckFact, DeliveryFact, PageFact, VerdictFact } from "./timeline-facts.ts"

/** `skipped` was not done for a reason that the node gives; `pending` is still under way. */
export type TimelineOutcome = "done" | "skipped" | "failed" | "pending"

type Common = {
  /** Unique within the timeline and stable as it grows. */
  id: string
  at: Date
  outcome: TimelineOutcome
  /** What happened, without the time. */
  title: Finding
  /** The reason or the evidence in short. */
  findings: Finding[]
}

/** What a node shows when it is opened. */
type Evidence =
  | { kind: "check"; check: CheckFact }
  | { kind: "second_check"; address: string | null }
  | { kind: "network"; samples: NonNullable<VerdictStep["egress"]> }
  | { kind: "threshold"; counts: CountEvidence }
  | { kind: "decision"; verdict: VerdictFact }
  | { kind: "flap"; outages: number; until: Date }
  | { kind: "escalation"; policyName: string | null; leadId: string | null }
  | { kind: "step"; round: number; ruleOrder: number }
  | { kind: "delivery"; delivery: DeliveryFact; page: PageFact }
  | { kind: "pause" }
  | { kind: "burn"; decision: BurnDecision }
  | { kind: "report"; count: number }
  | { kind: "change"; actorName: string | null; client: string | null; change: TimelineChange }

/** What a person or key changed. */
export const timelineChanges = {
  acknowledged: "The alert was acknowledged.",
  resolved: "The alert was resolved.",
  reopened: "The alert was opened again.",
  state: "Another state was set.",
  snoozed: "The alert was snoozed, or its snooze was ended.",
  handled: "The alert was assigned, merged or split, or people were paged for it.",
  noted: "Somebody wrote a note.",
  monitor: "The monitor or SLO was muted or paused, or the reverse.",
}
export type TimelineChange = keyof typeof timelineChanges

export type TimelineNode = Common & Evidence
export type NodeOf<Kind extends TimelineNode["kind"]> = Extract<TimelineNode, { kind: Kind }>

/** What happens next, unless somebody acts first; in order of time. */
export type TimelineNext = { at: Date; title: Finding; findings: Finding[] }

export type Timeline = { nodes: TimelineNode[]; next: TimelineNext[] }
