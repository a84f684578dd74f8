import type { Plan } from "../../../prisma/generated/enums.ts"
import type { Env } from "../../platform/env.ts"

const freeDays = 7

/** How long telemetry of a project is kept. It holds for rows that arrive from now on. */
export const retentionDays = (
  plan: Plan,
  { TELEMETRY_DAYS }: Pick<Env, "TELEMETRY_DAYS">,
): number => (plan === "free" ? Math.min(freeDays, TELEMETRY_DAYS) : TELEMETRY_DAYS)
