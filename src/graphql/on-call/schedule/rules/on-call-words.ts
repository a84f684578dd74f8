import type { Finding } from "../../../../findings/finding.ts"
import { say } from "../../../../findings/say.ts"
import type { Target } from "./policy-limits.ts"
import type { Plan } from "../read-plan.ts"
import type { MissReason, ResolvedTarget } from "./resolve-targets.ts"
import type { Warning } from "./readiness.ts"

type Names = Plan["names"]

/** Why nobody is on call. @param name the person or thing named. */
export const explainMiss = (
  reason: MissReason,
  name: string | null,
  rotation: string | null = null,
): Finding => ({ code: "target_missed", parameters: { reason, name, rotation } })

export function idOf(target: Target): string | null {
  switch (target.kind) {
    case "user":
      return target.userId
    case "team":
      return target.teamId
    case "rotation":
      return target.rotationId
    case "channel":
      return target.channelId
  }
}

export const nameOf = (id: string | null, names: Names): string | null =>
  id === null ? null : (names.get(id) ?? null)

/** Why a target pages these people, or nobody. */
export function explainTarget(
  { target, userIds, reason, shift }: ResolvedTarget,
  names: Names,
): Finding {
  const name = nameOf(idOf(target), names)
  if (reason !== null) {
    const person = shift?.userId ?? null
    const missed = person === null ? name : nameOf(person, names)
    return explainMiss(reason, missed, target.kind === "rotation" ? name : null)
  }
  const people = userIds.map((userId) => nameOf(userId, names) ?? userId)
  const named = name ?? ""
  if (target.kind === "user") return { code: "named_by_rule", parameters: { people } }
  if (target.kind === "channel") return { code: "channel_of_rule", parameters: { channel: named } }
  if (target.kind === "team")
    return { code: "members_of_team", parameters: { people, team: named } }
  const until = shift?.until.toISOString() ?? ""
  return { code: "on_call_until", parameters: { people, rotation: named, until } }
}

/** Explain a page by the first target of the step that resolves to its recipient. */
export function explainPage(
  targets: ResolvedTarget[],
  matches: (resolved: ResolvedTarget) => boolean,
  names: Names,
): Finding[] {
  const found = targets.find(matches)
  return found === undefined ? [] : [explainTarget(found, names)]
}

/** Explain each target of a step. */
export const explainStep = ({ targets }: { targets: ResolvedTarget[] }, names: Names): Finding[] =>
  targets.map((resolved) => explainTarget(resolved, names))

export function describeWarning(warning: Warning, names: Names): string {
  switch (warning.kind) {
    case "monitors_without_policy":
      return warning.monitors === 1
        ? "1 monitor names no policy, and the project has no default one: its alerts page only owners and admins."
        : `${warning.monitors} monitors name no policy, and the project has no default one: their alerts page only owners and admins.`
    case "policy_without_rules":
      return `The policy ${names.get(warning.policyId)} has no rules: it pages only owners and admins.`
    case "lost_target":
      return `Rule ${warning.ruleOrder} of ${names.get(warning.policyId)} names ${lost[warning.reason]}.`
    case "unverified_contact":
      return `${names.get(warning.userId)} has no verified channel: pages go to the address of the account.`
    case "single_contact":
      return `${names.get(warning.userId)} has no second channel to fall back on.`
    case "rule_reaches_nobody":
      return `Rule ${warning.ruleOrder} of ${names.get(warning.policyId)} reaches nobody ${span(warning)}.`
    case "calendar_names_nobody": {
      const quoted = warning.events.map((event) => `“${event}”`)
      return `The calendar of ${names.get(warning.rotationId)} names nobody of the project in ${new Intl.ListFormat("en").format(quoted)}; the people named by the layers stay on call there.`
    }
    case "calendar_stale": {
      const since =
        warning.since === null ? "was never read" : `was last read ${warning.since.toISOString()}`
      return `The calendar of ${names.get(warning.rotationId)} ${since}. ${say(warning.fault)}`.trim()
    }
    case "rotation_gap":
      return `Nobody is on call in ${names.get(warning.rotationId)} ${span(warning)}. ${say([explainMiss(warning.reason, null)])}`
  }
}

const lost: Record<MissReason, string> = {
  left: "a person who is no longer a member of the project",
  deleted: "somebody or something that was deleted",
  empty_team: "a team without members",
  uncovered: "a rotation that nobody covers",
  nobody: "a rotation with nobody on call",
  unusable_channel: "a channel that is not verified, or not enabled",
}

const span = ({ from, until }: { from: Date; until: Date }) =>
  `from ${from.toISOString()} until ${until.toISOString()}`
