import type {
  BurnDecision,
  ChannelKind,
  Decision,
  DeliveryState,
  EscalationState,
} from "../../../../../prisma/generated/enums.ts"
import type { DeliveryAttempt } from "../../../../../prisma/generated/client.ts"
import type { Finding } from "../../../../findings/finding.ts"
import type { SilenceEvidence, VerdictStep } from "../../verdict/rules/verdict-steps.ts"

/** What is stored about an alert, as read for its timeline. Lists are oldest first and bounded by the reader. */
export type TimelineFacts = {
  now: Date
  alert: {
    id: string
    number: number
    createdAt: Date
    acknowledgedAt: Date | null
    acknowledgedBy: string | null
    resolvedAt: Date | null
    resolvedBy: string | null
    isManual: boolean
    declareAgainAt: Date | null
    isUrgent: boolean
  }
  monitorName: string | null
  /** If a sender raised it. */
  report: ReportFact | null
  incident: { id: string; number: number; startedAt: Date } | null
  /** Failed checks up to the declaration, and the checks that decided later verdicts. */
  checks: CheckFact[]
  /** Decisions about its outages, with those that raised no alert before the first. */
  verdicts: VerdictFact[]
  escalation: EscalationFact | null
  steps: { round: number; ruleOrder: number; found: Finding[]; at: Date }[]
  pages: PageFact[]
  changes: ChangeFact[]
  notes: NoteFact[]
  /** Decisions of the SLO that raised it. */
  burns: BurnFact[]
  /** What pauses its paging now. */
  silence: PagingSilence | null
  /** The next step, resolved for the time at which it is due. */
  nextStep: NextStep | null
}

/** What pauses paging: a silence of the monitor, or a snooze. */
export type PagingSilence = Omit<SilenceEvidence, "kind"> & {
  kind: SilenceEvidence["kind"] | "snoozed"
}

/** A failed check, explained as in a verdict. */
export type CheckFact = { startedAt: Date; durationMs: number; steps: VerdictStep[] }

export type VerdictFact = { id: string; decision: Decision; at: Date; steps: VerdictStep[] }

export type BurnFact = { id: string; decision: BurnDecision; at: Date; findings: Finding[] }

/** What a sender reported. */
type ReportFact = {
  findings: Finding[]
  repeatCount: number
  repeatedAt: Date | null
  isSnoozed: boolean
}

export type EscalationFact = {
  state: EscalationState
  policyName: string | null
  dueAt: Date
  waitingSince: Date
  endedAt: Date | null
  /** When a pause stopped paging, or a person reopened the alert. */
  silencedAt: Date | null
  /** Since when nobody can be reached; of the alert that pages for it, if one does. */
  unreachableSince: Date | null
  lead: { id: string; number: number; why: Finding } | null
  /** Set if most monitors failed at once. */
  mass: { failed: number; checked: number; minutes: number } | null
}

export type PageFact = {
  id: string
  round: number
  ruleOrder: number
  /** Null if the person or channel was deleted. */
  name: string | null
  isPerson: boolean
  /** Why the person or channel is paged. */
  findings: readonly Finding[]
  createdAt: Date
  digestAt: Date | null
  /** Whether a provider accepted a message, or the digest that includes it. */
  isReached: boolean
  /** Whether the person has quiet hours, which delay low urgency. */
  hasQuietHours: boolean
  deliveries: DeliveryFact[]
}

export type DeliveryFact = {
  id: string
  kind: ChannelKind
  state: DeliveryState
  createdAt: Date
  dueAt: Date
  settledAt: Date | null
  /** Null where the provider only accepted it. */
  confirmedAt: Date | null
  attemptCount: number
  errors: Finding[]
  attempts: DeliveryAttempt[]
}

/** An entry of the audit log about the alert, its monitor or its SLO. */
export type ChangeFact = {
  id: string
  at: Date
  action: string
  actorKind: "user" | "key" | "system"
  actorName: string
  /** The program or link through which they acted. */
  client: string | null
  changes: ChangedWhat
}

type ChangedWhat = {
  state?: string | undefined
  mutedUntil?: string | undefined
  snoozedUntil?: string | undefined
  assignee?: string | null | undefined
  mergedInto?: number | undefined
  mergedFrom?: number | undefined
  splitFrom?: number | undefined
  paged?: string[] | undefined
}

/** What a person wrote about the alert. */
export type NoteFact = {
  id: string
  at: Date
  body: string
  actorKind: ChangeFact["actorKind"]
  actorName: string
}

export type NextStep = {
  round: number
  /** 0 for owners and admins, who are paged if no rule reaches anybody. */
  ruleOrder: number
  targets: { name: string | null; kinds: ChannelKind[]; isDigest: boolean }[]
}
