import type { Duty, Policy, Rule, Target } from "./policy.ts"
import { resolveTarget } from "./resolve.ts"
import type { MissReason } from "./resolve.ts"
import type { GapReason, Rotation } from "./rotation.ts"
import { gapsOf } from "./shifts.ts"
import type { Span } from "./spans.ts"
import { inside, join } from "./spans.ts"

/** Something that would keep a page from arriving. */
export type Warning =
  | { kind: "rotation_gap"; rotationId: string; from: Date; until: Date; reason: GapReason }
  | { kind: "rule_reaches_nobody"; policyId: string; ruleOrder: number; from: Date; until: Date }
  | { kind: "lost_target"; policyId: string; ruleOrder: number; reason: MissReason }
  | { kind: "policy_without_rules"; policyId: string }
  | { kind: "monitors_without_policy"; monitors: number }
  | { kind: "calendar_names_nobody"; rotationId: string; events: string[] }
  | { kind: "calendar_stale"; rotationId: string; since: Date | null; error: string | null }
  | { kind: "unverified_contact"; userId: string }
  | { kind: "single_contact"; userId: string }

/** No more warnings of one kind about one thing: the first ones say enough. */
const mostAlike = 20

/** A calendar is fetched four times within this. */
const staleMs = 3_600_000

/** What is not ready between two moments in a project. */
export function warningsOf(
  policies: Policy[],
  unpagedMonitors: number,
  from: Date,
  until: Date,
  duty: Duty,
): Warning[] {
  const used = new Set(
    policies.flatMap(({ rules }) =>
      rules.flatMap(({ targets }) =>
        targets.flatMap((one) => (one.kind === "rotation" ? [one.rotationId] : [])),
      ),
    ),
  )
  return [
    ...(unpagedMonitors > 0
      ? [{ kind: "monitors_without_policy" as const, monitors: unpagedMonitors }]
      : []),
    ...policies.flatMap((policy): Warning[] =>
      policy.rules.length === 0
        ? [{ kind: "policy_without_rules", policyId: policy.id }]
        : policy.rules.flatMap((rule) => ofRule(policy.id, rule, from, until, duty)),
    ),
    ...contactsOf(policies, duty),
    ...[...duty.rotations.values()].flatMap((rotation) =>
      used.has(rotation.id) ? ofCalendar(rotation, from, until) : [],
    ),
    ...[...duty.rotations.values()].flatMap((rotation): Warning[] =>
      used.has(rotation.id)
        ? gapsOf(rotation, from, until)
            .slice(0, mostAlike)
            .map((gap) => ({
              kind: "rotation_gap",
              rotationId: rotation.id,
              from: gap.from,
              until: gap.until,
              reason: gap.reason,
            }))
        : [],
    ),
  ]
}

/** Those whom rules may page and who have one way at most to be reached. */
function contactsOf(policies: Policy[], duty: Duty): Warning[] {
  const targets = policies.flatMap(({ rules }) => rules.flatMap((rule) => rule.targets))
  const people = new Set(targets.flatMap((target) => mayPage(target, duty)))
  return [...people].flatMap((userId): Warning[] => {
    const ways = duty.contacts.get(userId)?.ways
    if (ways === undefined || ways.length > 1) return []
    return [{ kind: ways.length === 0 ? "unverified_contact" : "single_contact", userId }]
  })
}

/** Everybody whom a target may come to at any time. */
function mayPage(target: Target, duty: Duty): string[] {
  if (target.kind === "user") return target.userId === null ? [] : [target.userId]
  if (target.kind === "team") return [...(duty.teams.get(target.teamId ?? "") ?? [])]
  if (target.kind === "channel") return []
  const layers = duty.rotations.get(target.rotationId ?? "")?.layers ?? []
  return layers.flatMap(({ participants }) => participants.flatMap((userId) => userId ?? []))
}

function ofCalendar({ id, calendar }: Rotation, from: Date, until: Date): Warning[] {
  if (calendar === null) return []
  const { fetchedAt, lastError, unnamed } = calendar
  const events = unnamed
    .filter(({ startsAt, endsAt }) => endsAt > from && startsAt < until)
    .map(({ summary }) => summary)
  const isStale =
    fetchedAt === null ? lastError !== null : from.getTime() - fetchedAt.getTime() > staleMs
  return [
    ...(isStale
      ? [{ kind: "calendar_stale" as const, rotationId: id, since: fetchedAt, error: lastError }]
      : []),
    ...(events.length > 0
      ? [
          {
            kind: "calendar_names_nobody" as const,
            rotationId: id,
            events: [...new Set(events)].slice(0, mostAlike),
          },
        ]
      : []),
  ]
}

function ofRule(policyId: string, rule: Rule, from: Date, until: Date, duty: Duty): Warning[] {
  const about = { policyId, ruleOrder: rule.order }
  const lost = rule.targets.flatMap((target): Warning[] => {
    if (target.kind === "rotation" && target.rotationId !== null) return []
    const { reason } = resolveTarget(target, from, duty)
    return reason === null ? [] : [{ kind: "lost_target", ...about, reason }]
  })
  const silent = silenceOf(rule, from, until, duty).slice(0, mostAlike)
  return [
    ...lost,
    ...silent.map((span): Warning => ({
      kind: "rule_reaches_nobody",
      ...about,
      from: new Date(span.from),
      until: new Date(span.until),
    })),
  ]
}

/** When none of a rule's targets comes to anybody. */
function silenceOf(rule: Rule, from: Date, until: Date, duty: Duty): Span[] {
  let silent: Span[] = [{ from: from.getTime(), until: until.getTime() }]
  for (const target of rule.targets) {
    const rotation = target.kind === "rotation" ? duty.rotations.get(target.rotationId ?? "") : null
    if (rotation) {
      const gaps = gapsOf(rotation, from, until).map((gap) => ({
        from: gap.from.getTime(),
        until: gap.until.getTime(),
      }))
      silent = inside(silent, join(gaps))
    } else if (resolveTarget(target, from, duty).reason === null) {
      return []
    }
  }
  return silent
}
