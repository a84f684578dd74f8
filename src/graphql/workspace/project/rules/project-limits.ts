import type { Plan } from "../../../../../prisma/generated/enums.ts"
import type { Allowance } from "../../../../platform/meter/meter.ts"
import { DomainError } from "../../../kernel/errors.ts"

type Limits = {
  monitors: number | null
  statusPages: number | null
  slos: number | null
  requests: Allowance
}

const limits: Record<Plan, Limits> = {
  free: { monitors: 10, statusPages: 1, slos: 3, requests: { perMinute: 60, perMonth: 1000 } },
  pro: {
    monitors: null,
    statusPages: null,
    slos: null,
    requests: { perMinute: 300, perMonth: 100_000 },
  },
}

/** How many live monitors a project may have; null for no limit. */
export const monitorLimit = (plan: Plan): number | null => limits[plan].monitors

/** How many status pages a project may have; null for no limit. */
export const statusPageLimit = (plan: Plan): number | null => limits[plan].statusPages

/** How many SLOs a project may have; null for no limit. */
export const sloLimit = (plan: Plan): number | null => limits[plan].slos

/** API request limits of a project. */
export const requestAllowance = (plan: Plan): Allowance => limits[plan].requests

const freeTelemetry = { bytes: 1024 ** 3, records: 1_000_000 }

/** How much telemetry of a project is accepted on one day (UTC); null for no limit. */
export function telemetryQuota(
  plan: Plan,
  { TELEMETRY_DAILY_LIMIT: limit }: TelemetryLimits,
): { bytes: number | null; records: number | null } {
  const mib = limit?.mib ?? null
  const set = { bytes: mib === null ? null : mib * 1024 ** 2, records: limit?.records ?? null }
  if (plan !== "free") return set
  return {
    bytes: Math.min(freeTelemetry.bytes, set.bytes ?? Infinity),
    records: Math.min(freeTelemetry.records, set.records ?? Infinity),
  }
}

type TelemetryLimits = {
  TELEMETRY_DAILY_LIMIT?: { mib: number | null; records: number | null } | undefined
}

/**
 * `present` is counted after `lockProject`, in the same transaction, so that two writers cannot both be the last.
 *
 * @throws {DomainError} plan_limit_exceeded if `present` plus `added` exceeds the limit.
 */
export function checkLimit(
  noun: "monitors" | "status pages" | "SLOs",
  limit: number | null,
  present: number,
  added = 1,
): void {
  if (limit === null || present + added <= limit) return
  throw new DomainError(
    "plan_limit_exceeded",
    `The Free plan is limited to ${limit} ${noun}; the project has ${present} and this would add ${added}. ` +
      "Delete some, or move the project to the Pro plan.",
  )
}
