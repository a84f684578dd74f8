import { z } from "zod"
import type {
  Alert,
  AlertNote,
  AuditEntry,
  Delivery,
  DeliveryAttempt,
  Escalation,
  Incident,
  Page,
  SloDecision,
  Verdict,
} from "../../../../../prisma/generated/client.ts"
import type { ChannelKind } from "../../../../../prisma/generated/enums.ts"
import type { Finding } from "../../../../findings/finding.ts"
import type { MassFailure } from "../../../on-call/escalation/rules/mass-failure.ts"
import type { SilenceEvidence, VerdictStep } from "../../verdict/rules/verdict-steps.ts"

/** What is stored about an alert, as read for its timeline. Lists are oldest first and bounded by the reader. */
export type TimelineFacts = {
  now: Date
  alert: Pick<
    Alert,
    | "id"
    | "number"
    | "createdAt"
    | "acknowledgedAt"
    | "acknowledgedBy"
    | "resolvedAt"
    | "resolvedBy"
    | "isManual"
    | "declareAgainAt"
  > & { isUrgent: boolean }
  monitorName: string | null
  /** If a sender raised it. */
  report: ReportFact | null
  incident: Pick<Incident, "id" | "number" | "startedAt"> | null
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

export type VerdictFact = Pick<Verdict, "id" | "decision" | "at"> & { steps: VerdictStep[] }

export type BurnFact = Pick<SloDecision, "id" | "decision" | "at"> & { findings: Finding[] }

/** What a sender reported. */
type ReportFact = {
  findings: Finding[]
  repeatCount: number
  repeatedAt: Date | null
  isSnoozed: boolean
}

/** `unreachableSince` is of the alert that pages for it, if one does. */
export type EscalationFact = Pick<
  Escalation,
  "state" | "dueAt" | "waitingSince" | "endedAt" | "silencedAt" | "unreachableSince"
> & {
  policyName: string | null
  lead: { id: string; number: number; why: Finding } | null
  /** Set if most monitors failed at once. */
  mass: MassFailure | null
}

export type PageFact = Pick<Page, "id" | "round" | "ruleOrder" | "createdAt" | "digestAt"> & {
  /** Null if the person or channel was deleted. */
  name: string | null
  isPerson: boolean
  /** Why the person or channel is paged. */
  findings: readonly Finding[]
  /** Whether a provider accepted a message, or the digest that includes it. */
  isReached: boolean
  /** Whether the person has quiet hours, which delay low urgency. */
  hasQuietHours: boolean
  deliveries: DeliveryFact[]
}

export type DeliveryFact = Pick<
  Delivery,
  "id" | "state" | "createdAt" | "dueAt" | "settledAt" | "attemptCount"
> & {
  kind: ChannelKind
  /** Null where the provider only accepted it. */
  confirmedAt: Date | null
  errors: Finding[]
  attempts: DeliveryAttempt[]
}

export const changedWhat = z.object({
  state: z.string().optional(),
  mutedUntil: z.string().optional(),
  snoozedUntil: z.string().optional(),
  assignee: z.string().nullish(),
  mergedInto: z.number().optional(),
  mergedFrom: z.number().optional(),
  splitFrom: z.number().optional(),
  paged: z.array(z.string()).optional(),
})

/** An entry of the audit log about the alert, its monitor or its SLO. */
export type ChangeFact = Pick<AuditEntry, "id" | "at" | "action" | "actorKind" | "actorName"> & {
  /** The program or link through which they acted. */
  client: string | null
  changes: z.output<typeof changedWhat>
}

/** What a person wrote about the alert. */
export type NoteFact = Pick<AlertNote, "id" | "body" | "actorKind" | "actorName"> & { at: Date }

export type NextStep = {
  round: number
  /** 0 for owners and admins, who are paged if no rule reaches anybody. */
  ruleOrder: number
  targets: { name: string | null; kinds: ChannelKind[]; isDigest: boolean }[]
}
