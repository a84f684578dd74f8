import { z } from "zod"
import { asWritten, readFindings, type Finding } from "../../../../findings/finding.ts"
import { outcomes, rules, silenceKinds } from "../../../../findings/codes/verdict.ts"

const moment = z.iso.datetime()

/** The findings with values of telemetry; a sentence if an older version stored them. */
const measuredOf = (stored: unknown): { measured?: Finding[] } =>
  stored === undefined
    ? {}
    : { measured: typeof stored === "string" ? [asWritten(stored)] : readFindings(stored) }

/** `reason` is what older versions stored. */
const attempt = z
  .object({
    at: moment,
    address: z.string().nullable(),
    failureClass: z.string().nullable(),
    findings: z.unknown().optional(),
    reason: z.string().nullish(),
    measured: z.unknown().optional(),
  })
  .transform(({ findings, reason = null, measured, ...rest }) => ({
    ...rest,
    findings: readFindings(findings, reason),
    ...measuredOf(measured),
  }))

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
  kind: z.enum(silenceKinds),
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

/** `detail` and `looks` are what older versions stored as findings and attempts. */
const step = z
  .object({
    step: z.string().transform((name) => renamed.get(name) ?? name),
    outcome: z.string(),
    findings: z.unknown().optional(),
    detail: z.string().optional(),
    measured: z.unknown().optional(),
    attempts: z.array(attempt).optional(),
    looks: z.array(attempt).optional(),
    egress: z.array(sample).optional(),
    counts: counts.optional(),
    silence: silence.optional(),
  })
  .transform(({ findings, detail, measured, looks, attempts = looks, ...rest }) => ({
    ...rest,
    findings: readFindings(findings, detail || null),
    ...measuredOf(measured),
    ...(attempts && { attempts }),
  }))

/** One rule of a verdict: what it checked, what it found, and the evidence. */
export type VerdictStep = z.output<typeof step>
export type AttemptEvidence = z.output<typeof attempt>
export type CountEvidence = z.output<typeof counts>
export type SilenceEvidence = z.output<typeof silence>

/** The rule and what it found. */
export function titleOf({ step, outcome }: Pick<VerdictStep, "step" | "outcome">): Finding {
  const rule = rules.find((one) => one === step)
  const found = outcomes.find((one) => one === outcome)
  return rule && found
    ? { code: "rule_applied", parameters: { rule, outcome: found } }
    : asWritten(`${step}: ${outcome}`)
}

type Said = { findings: Finding[]; measured?: Finding[] }

const shown = <T extends Said>({ measured, ...one }: T) => ({
  ...one,
  findings: measured ?? one.findings,
})

/** With the values of telemetry, for readers of telemetry. */
export const withMeasured = (steps: VerdictStep[]): VerdictStep[] =>
  steps.map(({ attempts, ...one }) => ({
    ...shown(one),
    ...(attempts && { attempts: attempts.map(shown) }),
  }))

/** Without the name of the parent monitor, for readers who may not see it. */
export const withoutParent = (steps: VerdictStep[]): VerdictStep[] =>
  steps.map((one) =>
    one.silence?.kind === "parent_down" ? { ...one, silence: { ...one.silence, name: null } } : one,
  )

/** Parse the stored steps of a verdict. Throws for a row that does not match, which is a bug. */
export const readSteps = (stored: unknown): VerdictStep[] => z.array(step).parse(stored)

/** What the steps of a decision say, for all that explain it. */
export function factsOf(steps: readonly VerdictStep[]) {
  const stepOf = (name: string) => steps.find(({ step: one }) => one === name)
  const counts = steps.find((one) => one.counts !== undefined)?.counts
  return {
    check: stepOf("check"),
    threshold: stepOf("threshold"),
    counts,
    /** When the deciding run of results began. */
    since: counts?.since ?? null,
    silence: steps.find((one) => one.silence !== undefined)?.silence ?? null,
    /** The last action: a verdict may end one outage and start a lesser one. */
    action: steps.findLast(({ step: one }) => one === "decision")?.outcome ?? null,
  }
}
