import type { Target } from "../../policy/rules/policy-limits.ts"
import type { Plan } from "../read-plan.ts"
import type { MissReason, ResolvedTarget } from "./resolve-targets.ts"
import type { Warning } from "./readiness.ts"
import type { Step } from "../../policy/rules/policy-steps.ts"

type Names = Plan["names"]

/** Explain why nobody is on call. @param name the person or thing named. */
export function describeMiss(reason: MissReason, name: string | null): string {
  const who = name ?? "The person named here"
  switch (reason) {
    case "uncovered":
      return "No layer of the rotation counts at this time."
    case "nobody":
      return "An override puts nobody on call."
    case "left":
      return `${who} is no longer a member of the project.`
    case "deleted":
      return "What was named here has been deleted."
    case "empty_team":
      return `${name ?? "The team"} has no members.`
    case "unusable_channel":
      return `${name ?? "The channel"} is not verified, or not enabled.`
  }
}

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

/** Explain why a target pages these people, or nobody. */
export function describeTarget(
  { target, userIds, reason, shift }: ResolvedTarget,
  names: Names,
): string {
  const name = nameOf(idOf(target), names)
  const people = userIds.map((userId) => nameOf(userId, names) ?? userId).join(", ")
  if (reason !== null) {
    const person = shift?.userId ?? null
    const text = describeMiss(reason, person === null ? name : nameOf(person, names))
    return target.kind === "rotation" && name !== null ? `${name}: ${text}` : text
  }
  if (target.kind === "user") return `${people} is named by the rule.`
  if (target.kind === "channel") return `${name} is a channel that the rule names.`
  if (target.kind === "team") return `${people} belong to the team ${name}.`
  return `${people} is on call in ${name} until ${shift?.until.toISOString()}.`
}

/** Explain a page by the first target of the step that resolves to its recipient. */
export function explainPage(
  targets: ResolvedTarget[],
  matches: (resolved: ResolvedTarget) => boolean,
  names: Names,
): string {
  const found = targets.find(matches)
  return found === undefined ? "" : describeTarget(found, names)
}

/** Describe each target of a step, one per line. */
export const describeStep = ({ targets }: Step, names: Names): string =>
  targets.map((resolved) => describeTarget(resolved, names)).join("\n")

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
      return `The calendar of ${names.get(warning.rotationId)} ${since}. ${warning.error ?? ""}`.trim()
    }
    case "rotation_gap":
      return `Nobody is on call in ${names.get(warning.rotationId)} ${span(warning)}. ${describeMiss(warning.reason, null)}`
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
