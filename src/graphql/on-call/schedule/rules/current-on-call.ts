import type { Duty, Policy } from "./policy-limits.ts"
import { resolveRule } from "./resolve-targets.ts"

/** A person whom a rule would page now. */
export type OnCall = {
  policyId: string
  ruleId: string
  ruleOrder: number
  userId: string
  /** Both null if the rule names the person directly or by team. */
  since: Date | null
  until: Date | null
}

/** Who is on call at `at`, by policy as given, then rule, then user id. */
export const currentOf = (policies: Policy[], at: Date, duty: Duty): OnCall[] =>
  policies.flatMap((policy) =>
    policy.rules.flatMap((rule) => {
      const found = new Map<string, OnCall>()
      for (const { userIds, shift } of resolveRule(rule, at, duty)) {
        for (const userId of userIds) {
          const before = found.get(userId)
          found.set(userId, {
            policyId: policy.id,
            ruleId: rule.id,
            ruleOrder: rule.order,
            userId,
            ...widest(before, { since: shift?.from ?? null, until: shift?.until ?? null }),
          })
        }
      }
      return [...found.values()].toSorted((a, b) => (a.userId < b.userId ? -1 : 1))
    }),
  )

type Period = Pick<OnCall, "since" | "until">

/** The union of the periods of a person reached through several targets. */
function widest(a: Period | undefined, b: Period): Period {
  if (a === undefined) return b
  return {
    since: a.since === null || b.since === null ? null : a.since < b.since ? a.since : b.since,
    until: a.until === null || b.until === null ? null : a.until > b.until ? a.until : b.until,
  }
}
