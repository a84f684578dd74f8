import type { Finding } from "../../../../findings/finding.ts"
import type { Duty, Policy, Rule } from "./policy-limits.ts"
import { idleLayersOf, type IdleReason } from "./idle-layers.ts"
import { resolveTarget, type MissReason } from "./resolve-targets.ts"
import type { GapReason, Rotation } from "./rotation-rules.ts"
import { gapsOf } from "./shifts.ts"
import { inside, join, type Span } from "./shift-spans.ts"
import { mayPage, unreachedOf, type BrokenKinds, type Unreached } from "./unreached.ts"

/** A problem that would keep a page from reaching anybody. */
export type Warning =
  | { kind: "layer_never_on_call"; rotationId: string; order: number; reason: IdleReason }
  | { kind: "rotation_gap"; rotationId: string; from: Date; until: Date; reason: GapReason }
  | { kind: "rule_reaches_nobody"; policyId: string; ruleOrder: number; from: Date; until: Date }
  | { kind: "lost_target"; policyId: string; ruleOrder: number; reason: MissReason }
  | { kind: "policy_without_rules"; policyId: string }
  | { kind: "monitors_without_policy"; monitors: number }
  | { kind: "calendar_names_nobody"; rotationId: string; events: string[] }
  | { kind: "calendar_stale"; rotationId: string; since: Date | null; fault: readonly Finding[] }
  | ({ kind: "unreached" } & Unreached & { broken: BrokenKinds })
  | { kind: "unverified_contact"; userId: string }
  | { kind: "single_contact"; userId: string }

/** Limit on warnings of one kind about one object. */
const maxAlike = 20

/** Four times the interval between two fetches. */
const staleMs = 3_600_000

/** List what is not ready between `from` and `until`. */
export function warningsOf(
  policies: Policy[],
  unpagedMonitors: number,
  from: Date,
  until: Date,
  duty: Duty,
  broken: BrokenKinds = new Map(),
): Warning[] {
  const unreached = unreachedOf(policies, pagesAdmins(policies, unpagedMonitors), duty, broken)
  const used = new Set(
    policies.flatMap(({ rules }) =>
      rules.flatMap(({ targets }) =>
        targets.flatMap((one) => (one.kind === "rotation" ? [one.rotationId] : [])),
      ),
    ),
  )
  return [
    ...(unreached === null ? [] : [{ kind: "unreached" as const, ...unreached, broken }]),
    ...(unpagedMonitors > 0
      ? [{ kind: "monitors_without_policy" as const, monitors: unpagedMonitors }]
      : []),
    ...policies.flatMap((policy): Warning[] =>
      policy.rules.length === 0
        ? [{ kind: "policy_without_rules", policyId: policy.id }]
        : policy.rules.flatMap((rule) => ofRule(policy.id, rule, from, until, duty)),
    ),
    ...contactsOf(policies, duty, new Set(unreached?.userIds)),
    ...[...duty.rotations.values()].flatMap((rotation) =>
      used.has(rotation.id) ? ofCalendar(rotation, from, until) : [],
    ),
    ...[...duty.rotations.values()].flatMap((rotation) =>
      used.has(rotation.id) ? ofLayers(rotation, from) : [],
    ),
    ...[...duty.rotations.values()].flatMap((rotation): Warning[] =>
      used.has(rotation.id)
        ? gapsOf(rotation, from, until)
            .slice(0, maxAlike)
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

/** Whether some alerts page owners and admins first. */
export const pagesAdmins = (policies: Policy[], unpagedMonitors: number): boolean =>
  unpagedMonitors > 0 || policies.every(({ rules }) => rules.length === 0)

/** People whom a rule may page and who have at most one channel, which works. */
function contactsOf(policies: Policy[], duty: Duty, unreached: ReadonlySet<string>): Warning[] {
  const targets = policies.flatMap(({ rules }) => rules.flatMap((rule) => rule.targets))
  const people = new Set(targets.flatMap((target) => mayPage(target, duty)))
  return [...people].flatMap((userId): Warning[] => {
    const channels = duty.contacts.get(userId)?.channels
    if (channels === undefined || channels.length > 1 || unreached.has(userId)) return []
    return [{ kind: channels.length === 0 ? "unverified_contact" : "single_contact", userId }]
  })
}

function ofCalendar({ id, calendar }: Rotation, from: Date, until: Date): Warning[] {
  if (calendar === null) return []
  const { fetchedAt, fault, unnamed } = calendar
  const events = unnamed
    .filter(({ startsAt, endsAt }) => endsAt > from && startsAt < until)
    .map(({ summary }) => summary)
  const isStale =
    fetchedAt === null ? fault.length > 0 : from.getTime() - fetchedAt.getTime() > staleMs
  return [
    ...(isStale
      ? [{ kind: "calendar_stale" as const, rotationId: id, since: fetchedAt, fault }]
      : []),
    ...(events.length > 0
      ? [
          {
            kind: "calendar_names_nobody" as const,
            rotationId: id,
            events: [...new Set(events)].slice(0, maxAlike),
          },
        ]
      : []),
  ]
}

/** One that has ended was meant to. */
const ofLayers = (rotation: Rotation, from: Date): Warning[] =>
  idleLayersOf(rotation, from)
    .filter(({ reason }) => reason !== "ended")
    .map((layer) => ({ kind: "layer_never_on_call", rotationId: rotation.id, ...layer }))

function ofRule(policyId: string, rule: Rule, from: Date, until: Date, duty: Duty): Warning[] {
  const about = { policyId, ruleOrder: rule.order }
  const lost = rule.targets.flatMap((target): Warning[] => {
    if (target.kind === "rotation" && target.rotationId !== null) return []
    const { reason } = resolveTarget(target, from, duty)
    return reason === null ? [] : [{ kind: "lost_target", ...about, reason }]
  })
  const uncovered = uncoveredSpans(rule, from, until, duty).slice(0, maxAlike)
  return [
    ...lost,
    ...uncovered.map((span): Warning => ({
      kind: "rule_reaches_nobody",
      ...about,
      from: new Date(span.from),
      until: new Date(span.until),
    })),
  ]
}

/** The times when none of a rule's targets resolves to anybody. */
function uncoveredSpans(rule: Rule, from: Date, until: Date, duty: Duty): Span[] {
  let uncovered: Span[] = [{ from: from.getTime(), until: until.getTime() }]
  for (const target of rule.targets) {
    const rotation = target.kind === "rotation" ? duty.rotations.get(target.rotationId ?? "") : null
    if (rotation) {
      const gaps = gapsOf(rotation, from, until).map((gap) => ({
        from: gap.from.getTime(),
        until: gap.until.getTime(),
      }))
      uncovered = inside(uncovered, join(gaps))
    } else if (resolveTarget(target, from, duty).reason === null) {
      return []
    }
  }
  return uncovered
}
