import { z } from "zod"

const moment = z.iso.datetime()

const attempt = z.object({
  at: moment,
  address: z.string().nullable(),
  failureClass: z.string().nullable(),
  reason: z.string().nullable(),
  /** The reason with values of telemetry. */
  measured: z.string().optional(),
})

const sample = z.object({ anchor: z.string(), reachable: z.boolean(), durationMs: z.number() })

const counts = z.object({
  /** Consecutive results at that moment: good, not good, and offline among those. */
  good: z.int(),
  bad: z.int(),
  offline: z.int(),
  failureThreshold: z.int(),
  recoveryThreshold: z.int(),
  /** When the deciding run of results began. */
  since: moment.nullable(),
})

const silence = z.object({
  kind: z.enum(["muted", "maintenance", "parent_down"]),
  /** The window's title, or the name of the parent monitor. */
  name: z.string().nullable(),
  since: moment.nullable(),
  until: moment.nullable(),
})

/** Names that older versions stored. */
const renamed = new Map([
  ["second look", "second check"],
  ["our own line", "own network"],
  ["absence", "gap"],
])

const step = z
  .object({
    step: z.string().transform((name) => renamed.get(name) ?? name),
    outcome: z.string(),
    detail: z.string(),
    /** The detail with values of telemetry. */
    measured: z.string().optional(),
    attempts: z.array(attempt).optional(),
    /** `attempts`, as older versions stored it. */
    looks: z.array(attempt).optional(),
    egress: z.array(sample).optional(),
    counts: counts.optional(),
    silence: silence.optional(),
  })
  .transform(({ looks, ...rest }) => (looks === undefined ? rest : { ...rest, attempts: looks }))

/** One rule of a verdict: what it checked, what it found, and the evidence. */
export type VerdictStep = z.output<typeof step>
export type AttemptEvidence = z.output<typeof attempt>
export type CountEvidence = z.output<typeof counts>
export type SilenceEvidence = z.output<typeof silence>

/** With the values of telemetry, for readers of telemetry. */
export const withMeasured = (steps: VerdictStep[]): VerdictStep[] =>
  steps.map(({ measured, attempts, ...one }) => ({
    ...one,
    detail: measured ?? one.detail,
    ...(attempts && {
      attempts: attempts.map(({ measured: own, ...attempt }) => ({
        ...attempt,
        reason: own ?? attempt.reason,
      })),
    }),
  }))

/** Without the name of the parent monitor, for readers who may not see it. */
export const withoutParent = (steps: VerdictStep[]): VerdictStep[] =>
  steps.map((one) =>
    one.silence?.kind === "parent_down" ? { ...one, silence: { ...one.silence, name: null } } : one,
  )

/** Parse the stored steps of a verdict. Throws for a row that does not match, which is a bug. */
export const readSteps = (stored: unknown): VerdictStep[] => z.array(step).parse(stored)
