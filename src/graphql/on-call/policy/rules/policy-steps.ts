import {
  planDeliveries,
  planEveryWay,
  type DeliveryPlan,
  type Urgency,
} from "../../contact/rules/recipients.ts"
import type { Duty, Policy, Rule } from "../../schedule/rules/policy-limits.ts"
import {
  peopleOf,
  resolveRule,
  channelIdsOf,
  type ResolvedTarget,
} from "../../schedule/rules/resolve-targets.ts"

/** One step of an escalation: one rule at one time. */
export type Step = {
  /** Counts from 1; above 1 for repeats. */
  round: number
  ruleId: string
  /** 0 for owners and admins, who are paged if no rule reaches anybody. */
  ruleOrder: number
  dueAt: Date
  /** People to page, without duplicates. */
  userIds: string[]
  /** How to reach each of them. */
  recipients: ReadonlyMap<string, DeliveryPlan>
  /** Team channels to page, without duplicates. */
  channelIds: string[]
  /** The rule's targets, in order, resolved at `dueAt`. */
  targets: ResolvedTarget[]
}

const minuteMs = 60_000

/** The rule and round of a step; null after the last. @param index counts from 0 over all rounds. */
export function stepAt(policy: Policy, index: number): { round: number; rule: Rule } | null {
  const { rules, repeatCount } = policy
  const rule = rules[index % rules.length]
  const round = Math.floor(index / rules.length) + 1
  return rule === undefined || round > repeatCount + 1 ? null : { round, rule }
}

/**
 * Minutes between the previous step, or the alert, and this one. The delay gives the people already paged time
 * to respond, so a rule does not wait if the previous step reached nobody.
 */
export function waitBefore(
  policy: Pick<Policy, "repeatDelayMinutes"> & { rules: Pick<Rule, "delayMinutes">[] },
  index: number,
  wasReached: boolean,
): number {
  const ruleIndex = index % policy.rules.length
  const pause = ruleIndex === 0 && index > 0 ? policy.repeatDelayMinutes : 0
  const isWaiting = ruleIndex === 0 || wasReached
  return pause + (isWaiting ? (policy.rules[ruleIndex]?.delayMinutes ?? 0) : 0)
}

/** Resolve a rule at the time of its step, not of the alert. */
export function resolveStep(
  { round, rule }: { round: number; rule: Rule },
  urgency: Urgency,
  at: Date,
  duty: Duty,
): Step {
  const targets = resolveRule(rule, at, duty)
  const userIds = peopleOf(targets)
  const recipients = userIds.map((userId) => {
    const contact = duty.contacts.get(userId) ?? { channels: [], rules: null }
    return [userId, planDeliveries(contact, urgency, at)] as const
  })
  return {
    round,
    ruleId: rule.id,
    ruleOrder: rule.order,
    dueAt: at,
    userIds,
    recipients: new Map(recipients),
    channelIds: channelIdsOf(targets),
    targets,
  }
}

export const reachesSomebody = ({ userIds, channelIds }: Step): boolean =>
  userIds.length + channelIds.length > 0

/** The step that pages owners and admins after no rule reached anybody. */
export const lastResort = (adminIds: readonly string[]): { round: number; rule: Rule } => ({
  round: 1,
  rule: {
    id: "",
    order: 0,
    delayMinutes: 0,
    targets: adminIds.map((userId) => ({ kind: "user", userId })),
  },
})

/**
 * The step that pages owners and admins by every way they have, after nobody could be reached.
 *
 * @param retried targets to which a message about the alert is still tried, which get no second one.
 */
export function byEveryWay(duty: Duty, at: Date, retried: ReadonlySet<string>): Step {
  const step = resolveStep(lastResort(duty.admins), "high", at, duty)
  const recipients = step.userIds.map((userId) => {
    const channels = duty.contacts.get(userId)?.channels ?? []
    const deliveries = planEveryWay(channels, at).filter(({ channelId, kind }) => {
      return !retried.has(channelId === null ? `account:${userId}` : `${kind}:${channelId}`)
    })
    return [userId, { deliveries, digestAt: null }] as const
  })
  return { ...step, recipients: new Map(recipients) }
}

/** All steps of an escalation that nobody acknowledges. */
export function stepsOf(
  policy: Policy | null,
  urgency: Urgency,
  alertAt: Date,
  duty: Duty,
): Step[] {
  const steps: Step[] = []
  let atMs = alertAt.getTime()
  for (let index = 0; policy !== null; index += 1) {
    const next = stepAt(policy, index)
    if (next === null) break
    const before = steps.at(-1)
    atMs += waitBefore(policy, index, before !== undefined && reachesSomebody(before)) * minuteMs
    steps.push(resolveStep(next, urgency, new Date(atMs), duty))
  }
  if (steps.some(reachesSomebody)) return steps
  return [...steps, resolveStep(lastResort(duty.admins), urgency, new Date(atMs), duty)]
}
