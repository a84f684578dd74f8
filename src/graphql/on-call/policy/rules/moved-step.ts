import { waitBefore } from "./policy-steps.ts"
import type { Policy, Target } from "../../schedule/rules/policy-limits.ts"

/** What the steps of a policy depend on. */
export type Steps = Pick<Policy, "repeatCount" | "repeatDelayMinutes"> & {
  rules: { delayMinutes: number; targets: Target[] }[]
}

const minuteMs = 60_000

/**
 * The step that is next after a policy changed: the first rule of the round after those that ran. Rules are known by
 * what they page, because a change may move them; one that was edited in its place has run if it had.
 *
 * @param step the next step before, counted from 0 over all rounds.
 * @param isOther true if another policy took the place of the first: its first round goes on.
 */
export function movedStep(before: Steps, after: Steps, step: number, isOther: boolean): number {
  const [old, rules] = [before.rules.map(keyOf), after.rules.map(keyOf)]
  if (old.length === 0 || rules.length === 0) return 0
  // A round goes on until the next one begins, so a rule that was added to its end still runs in it.
  const round = isOther || step === 0 ? 0 : Math.floor((step - 1) / old.length)
  const ran = old.slice(0, step - round * old.length)
  const hasRun = rules.map(() => false)
  const unmatched = ran.flatMap((key, at) => {
    const found = rules.findIndex((rule, place) => rule === key && !hasRun[place])
    if (found === -1) return [at]
    hasRun[found] = true
    return []
  })
  for (const at of isOther ? [] : unmatched) {
    if (at < rules.length && !old.includes(rules[at] ?? "")) hasRun[at] = true
  }
  const last = hasRun.lastIndexOf(true)
  const next = last + 1 < rules.length ? last + 1 : hasRun.indexOf(false)
  return (next === -1 ? round + 1 : round) * rules.length + Math.max(next, 0)
}

const keyOf = ({ targets }: { targets: Target[] }): string =>
  targets
    .map((target) => JSON.stringify(target, Object.keys(target).toSorted()))
    .toSorted()
    .join()

type Wait = { waitingSince: Date; dueAt: Date }

/**
 * When the next step is due after a policy changed. Only a wait that is the delay of the step follows; one that was
 * brought forward, or waits for something else, stays.
 */
export function movedDue(
  { waitingSince, dueAt }: Wait,
  before: { steps: Steps; step: number },
  after: { steps: Steps; step: number },
): Date {
  const waitOf = ({ steps, step }: typeof before, wasReached: boolean) =>
    steps.rules.length === 0 ? 0 : waitBefore(steps, step, wasReached) * minuteMs
  const waitedMs = dueAt.getTime() - waitingSince.getTime()
  const wasReached = [true, false].find((one) => waitOf(before, one) === waitedMs)
  if (wasReached === undefined) return dueAt
  return new Date(waitingSince.getTime() + waitOf(after, wasReached))
}
