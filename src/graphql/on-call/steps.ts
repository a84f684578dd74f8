import type { Reach, Urgency } from "../contact/ways.ts"
import { waysOf } from "../contact/ways.ts"
import type { Duty, Policy, Rule } from "./policy.ts"
import type { Outcome } from "./resolve.ts"
import { peopleOf, resolveRule, roomsOf } from "./resolve.ts"

/** One rule's turn in the escalation of an alert. */
export type Step = {
  /** Counts from 1; above 1 for repeats. */
  round: number
  ruleId: string
  /** 0 for the owners and admins, who are paged where no rule reaches anybody. */
  ruleOrder: number
  dueAt: Date
  /** Whom it pages, once each; empty where it reaches nobody. */
  userIds: string[]
  /** How it reaches each of them. */
  reaches: ReadonlyMap<string, Reach>
  /** Which rooms it tells, once each. */
  channelIds: string[]
  /** What each target of the rule comes to at that moment, in order. */
  outcomes: Outcome[]
}

const minuteMs = 60_000

/** Whose turn it is at a place that counts from 0 over all rounds; null after the last. */
export function turnAt(policy: Policy, turn: number): { round: number; rule: Rule } | null {
  const { rules, repeatCount } = policy
  const rule = rules[turn % rules.length]
  const round = Math.floor(turn / rules.length) + 1
  return rule === undefined || round > repeatCount + 1 ? null : { round, rule }
}

/**
 * Minutes from the turn before, or from the alert, to this one. A delay is the time that those before have to
 * answer; so after a turn that reached nobody the next rule does not wait.
 */
export function waitBefore(policy: Policy, turn: number, wasReached: boolean): number {
  const index = turn % policy.rules.length
  const pause = index === 0 && turn > 0 ? policy.repeatDelayMinutes : 0
  const isWaiting = index === 0 || wasReached
  return pause + (isWaiting ? (policy.rules[index]?.delayMinutes ?? 0) : 0)
}

/** What a rule's turn comes to. Rotations are asked for the moment of the step, not of the alert. */
export function takeStep(
  { round, rule }: { round: number; rule: Rule },
  urgency: Urgency,
  at: Date,
  duty: Duty,
): Step {
  const outcomes = resolveRule(rule, at, duty)
  const userIds = peopleOf(outcomes)
  const reaches = userIds.map((userId) => {
    const contact = duty.contacts.get(userId) ?? { ways: [], rules: null }
    return [userId, waysOf(contact, urgency, at)] as const
  })
  return {
    round,
    ruleId: rule.id,
    ruleOrder: rule.order,
    dueAt: at,
    userIds,
    reaches: new Map(reaches),
    channelIds: roomsOf(outcomes),
    outcomes,
  }
}

/** Whether anybody hears of it. */
export const reachesSomebody = ({ userIds, channelIds }: Step): boolean =>
  userIds.length + channelIds.length > 0

/** The turn after all others where none reached anybody: an alert never goes nowhere. */
export const lastResort = (keeperIds: readonly string[]): { round: number; rule: Rule } => ({
  round: 1,
  rule: {
    id: "",
    order: 0,
    delayMinutes: 0,
    targets: keeperIds.map((userId) => ({ kind: "user", userId })),
  },
})

/** The whole escalation of an alert that nobody acknowledges: who is due when, and why. */
export function stepsOf(
  policy: Policy | null,
  urgency: Urgency,
  alertAt: Date,
  duty: Duty,
): Step[] {
  const steps: Step[] = []
  let atMs = alertAt.getTime()
  for (let turn = 0; policy !== null; turn += 1) {
    const next = turnAt(policy, turn)
    if (next === null) break
    const before = steps.at(-1)
    atMs += waitBefore(policy, turn, before !== undefined && reachesSomebody(before)) * minuteMs
    steps.push(takeStep(next, urgency, new Date(atMs), duty))
  }
  if (steps.some(reachesSomebody)) return steps
  return [...steps, takeStep(lastResort(duty.keepers), urgency, new Date(atMs), duty)]
}
