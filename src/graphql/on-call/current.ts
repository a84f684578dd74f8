import type { Duty, Policy } from "./policy.ts"
import { resolveRule } from "./resolve.ts"

/** Somebody whom a rule would page at this moment. */
export type OnCall = {
  policyId: string
  ruleId: string
  ruleOrder: number
  userId: string
  /** Both null for somebody whom the rule or a team of it names, whatever the time. */
  since: Date | null
  until: Date | null
}

/** Who is on call at a moment: by policy as given, then rule, then person by id. */
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

type Stay = Pick<OnCall, "since" | "until">

/** Of somebody reached in several ways at once. */
function widest(a: Stay | undefined, b: Stay): Stay {
  if (a === undefined) return b
  return {
    since: a.since === null || b.since === null ? null : a.since < b.since ? a.since : b.since,
    until: a.until === null || b.until === null ? null : a.until > b.until ? a.until : b.until,
  }
}
