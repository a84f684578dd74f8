import { z } from "zod"
import { BurnSpeed, SloIndicator } from "../../../prisma/generated/enums.ts"
import { text } from "../../platform/text-schema.ts"
import { description, id, name, wholeNumber } from "../kernel/input.ts"
import { highestRate, leastFactor, mostFactor, windowDays } from "./rules/burn-pairs.ts"

/** Each evaluation reads the history of every monitor. */
const mostMonitors = 20

const targetRule = "must be a percentage from 50 to 99.999"
const days = windowDays.join(", ")

const factor = z
  .number()
  .min(leastFactor, `must be from ${leastFactor} to ${mostFactor}`)
  .max(mostFactor, `must be from ${leastFactor} to ${mostFactor}`)

/** What an SLO measures, against which target. */
const objective = {
  targetPercent: z.number().min(50, targetRule).max(99.999, targetRule),
  windowDays: z.union(
    windowDays.map((one) => z.literal(one)),
    { error: `must be one of ${days}` },
  ),
  indicator: z.enum(SloIndicator, { error: "must be monitors or service" }),
  monitorIds: z
    .array(id)
    .max(mostMonitors, `must name at most ${mostMonitors} monitors`)
    .transform((ids) => [...new Set(ids)])
    .default([]),
  service: text(200).trim().min(1, "must not be empty").nullable().default(null),
  latencyMs: wholeNumber(1, 600_000).nullable().default(null),
  fastFactor: factor.nullable().optional(),
  slowFactor: factor.nullable().optional(),
}

type Objective = z.output<z.ZodObject<typeof objective>>

/** Rules about more than one field. */
function checkObjective(
  given: Omit<Objective, "windowDays">,
  issues: { addIssue(issue: { code: "custom"; path: string[]; message: string }): void },
): void {
  const { indicator, monitorIds, service, latencyMs, targetPercent } = given
  const refuse = (path: string, message: string) =>
    issues.addIssue({ code: "custom", path: [path], message })
  if (indicator === "monitors") {
    if (monitorIds.length === 0) refuse("monitorIds", "must name at least one monitor")
    if (service !== null) refuse("service", "applies to the indicator service only")
    if (latencyMs !== null) refuse("latencyMs", "applies to the indicator service only")
  } else {
    if (service === null) refuse("service", "is required for the indicator service")
    if (monitorIds.length > 0) refuse("monitorIds", "applies to the indicator monitors only")
  }
  const highest = highestRate(targetPercent)
  for (const speed of Object.values(BurnSpeed)) {
    const member = `${speed}Factor` as const
    const value = given[member]
    if (value !== null && value !== undefined && value >= highest) {
      const most = Number(highest.toFixed(1))
      refuse(member, `must be below ${most}, the burn rate when nothing works`)
    }
  }
}

const sloText = {
  name,
  description: description.default(""),
  policyId: id.nullable().default(null),
}

export const sloInput = z
  .object({ projectId: id, ...sloText, ...objective })
  .superRefine(checkObjective)
export type SloInput = z.input<typeof sloInput>

export const sloPreviewInput = z.object({ projectId: id, ...objective }).superRefine(checkObjective)
export type SloPreviewInput = z.input<typeof sloPreviewInput>
