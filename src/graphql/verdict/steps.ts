import { z } from "zod"

const moment = z.iso.datetime()

/** One look at the target: when it began, where it arrived, what was wrong. */
const look = z.object({
  at: moment,
  address: z.string().nullable(),
  failureClass: z.string().nullable(),
  reason: z.string().nullable(),
})

const sample = z.object({ anchor: z.string(), reachable: z.boolean(), durationMs: z.number() })

const counts = z.object({
  /** Results in a row at that moment: good, not good, and of these offline. */
  good: z.int(),
  bad: z.int(),
  offline: z.int(),
  failureThreshold: z.int(),
  recoveryThreshold: z.int(),
  /** When the run that decided began. */
  since: moment.nullable(),
})

const silence = z.object({
  kind: z.enum(["muted", "maintenance", "parent_down"]),
  /** The window's title, or the name of the monitor above. */
  name: z.string().nullable(),
  since: moment.nullable(),
  until: moment.nullable(),
})

const step = z.object({
  step: z.string(),
  outcome: z.string(),
  detail: z.string(),
  looks: z.array(look).optional(),
  egress: z.array(sample).optional(),
  counts: counts.optional(),
  silence: silence.optional(),
})

/** One line of a verdict: which rule looked at what, what it found, and what it stood on. */
export type VerdictStep = z.output<typeof step>
export type LookEvidence = z.output<typeof look>
export type CountEvidence = z.output<typeof counts>
export type SilenceEvidence = z.output<typeof silence>

/** The steps of a verdict as they were stored. A row that says something else is a fault of ours. */
export const readSteps = (stored: unknown): VerdictStep[] => z.array(step).parse(stored)
