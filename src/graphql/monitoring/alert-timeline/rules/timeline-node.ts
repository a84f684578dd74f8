import type { BurnDecision } from "../../../../../prisma/generated/enums.ts"
import type { CountEvidence } from "../../verdict/rules/verdict-steps.ts"
import type { CheckFact, DeliveryFact, PageFact, VerdictFact } from "./timeline-facts.ts"

/** `skipped` was not done for a reason that the node gives; `pending` is still under way. */
export type TimelineOutcome = "done" | "skipped" | "failed" | "pending"

type Common = {
  /** Unique within the timeline and stable as it grows. */
  id: string
  at: Date
  outcome: TimelineOutcome
  /** What happened, without the time. */
  title: string
  /** One sentence more: the reason or the evidence in short. Times in it are ISO 8601. */
  detail: string | null
}

/** What a node shows when it is opened. */
type Evidence =
  | { kind: "check"; check: CheckFact }
  | { kind: "second_check"; attempt: { reason: string | null; address: string | null } }
  | { kind: "network"; samples: NonNullable<CheckFact["egress"]> }
  | { kind: "threshold"; counts: CountEvidence }
  | { kind: "decision"; verdict: VerdictFact }
  | { kind: "flap"; outages: number; until: Date }
  | { kind: "escalation"; policyName: string | null; leadId: string | null }
  | { kind: "step"; round: number; ruleOrder: number; found: string[] }
  | { kind: "delivery"; delivery: DeliveryFact; page: PageFact }
  | { kind: "pause" }
  | { kind: "burn"; decision: BurnDecision }
  | { kind: "change"; actorName: string | null; client: string | null; change: TimelineChange }

export type TimelineChange = "acknowledged" | "resolved" | "reopened" | "state" | "monitor"

export type TimelineNode = Common & Evidence
export type NodeOf<Kind extends TimelineNode["kind"]> = Extract<TimelineNode, { kind: Kind }>

/** What happens next, unless somebody acts first; in order of time. */
export type TimelineNext = { at: Date; title: string; detail: string | null }

export type Timeline = { nodes: TimelineNode[]; next: TimelineNext[] }

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "less than 1 s", "4 s", "2 min", "1 h 5 min". */
export function lasting(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds === 0) return "less than 1 s"
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** The time in a sentence, which readers format for their zone. */
export const moment = (at: Date | string): string => new Date(at).toISOString()
