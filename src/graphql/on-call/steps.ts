import type { Duty, Policy } from "./policy.ts"
import type { Outcome } from "./resolve.ts"
import { peopleOf, resolveRule } from "./resolve.ts"

/** One rule's turn in the escalation of an alert. */
export type Step = {
  /** Counts from 1; above 1 for repeats. */
  round: number
  ruleId: string
  ruleOrder: number
  dueAt: Date
  /** Whom it pages, once each; empty where it reaches nobody. */
  userIds: string[]
  /** What each target of the rule comes to at that moment, in order. */
  outcomes: Outcome[]
}

const minuteMs = 60_000

/**
 * The whole escalation of an alert that nobody acknowledges: who is due when, and why. Rotations are asked for
 * the moment of the step, not of the alert. A delay is the time that those before have to answer; so after a
 * step that reaches nobody the next rule does not wait.
 */
export function stepsOf(policy: Policy, alertAt: Date, duty: Duty): Step[] {
  const { rules, repeatCount, repeatDelayMinutes } = policy
  const steps: Step[] = []
  let atMs = alertAt.getTime()
  for (let round = 1; round <= repeatCount + 1; round += 1) {
    if (round > 1) atMs += repeatDelayMinutes * minuteMs
    for (const [index, rule] of rules.entries()) {
      const isWaiting = index === 0 || (steps.at(-1)?.userIds.length ?? 0) > 0
      if (isWaiting) atMs += rule.delayMinutes * minuteMs
      const dueAt = new Date(atMs)
      const outcomes = resolveRule(rule, dueAt, duty)
      const userIds = peopleOf(outcomes)
      steps.push({ round, ruleId: rule.id, ruleOrder: rule.order, dueAt, userIds, outcomes })
    }
  }
  return steps
}
