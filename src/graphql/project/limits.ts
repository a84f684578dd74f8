import type { Plan } from "../../../prisma/generated/enums.ts"
import type { Allowance } from "../../meter/meter.ts"
import { DomainError } from "../errors.ts"

type Limits = { monitors: number | null; statusPages: number | null; requests: Allowance }

const limits: Record<Plan, Limits> = {
  free: { monitors: 10, statusPages: 1, requests: { perMinute: 60, perMonth: 1000 } },
  pro: { monitors: null, statusPages: null, requests: { perMinute: 300, perMonth: 100_000 } },
}

/** How many live monitors a project may hold; null for no limit. */
export const monitorLimit = (plan: Plan): number | null => limits[plan].monitors

/** How many status pages a project may hold; null for no limit. */
export const statusPageLimit = (plan: Plan): number | null => limits[plan].statusPages

/** How many requests by key a project may send. */
export const requestAllowance = (plan: Plan): Allowance => limits[plan].requests

/**
 * `present` is counted after `lockProject`, in the same transaction, so that two writers cannot both be the last.
 *
 * @throws {DomainError} plan_limit_exceeded where `present` and `added` together pass the limit.
 */
export function checkLimit(
  noun: "monitors" | "status pages",
  limit: number | null,
  present: number,
  added = 1,
): void {
  if (limit === null || present + added <= limit) return
  throw new DomainError(
    "plan_limit_exceeded",
    `The Free plan holds ${limit} ${noun}; the project has ${present} and this would add ${added}. ` +
      "Delete some, or move the project to the Pro plan.",
  )
}
