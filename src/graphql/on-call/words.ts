import type { Target } from "./policy.ts"
import type { Plan } from "./read-plan.ts"
import type { MissReason, Outcome } from "./resolve.ts"
import type { Warning } from "./readiness.ts"

/** What the rules found, in sentences for people. */

type Names = Plan["names"]

/** Why nobody is on call; `name` is who would have been. */
export function sayReason(reason: MissReason, name: string | null): string {
  const who = name ?? "Whoever was named"
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
  }
}

export const idOf = (target: Target): string | null =>
  target.kind === "user"
    ? target.userId
    : target.kind === "team"
      ? target.teamId
      : target.rotationId

export const nameOf = (id: string | null, names: Names): string | null =>
  id === null ? null : (names.get(id) ?? null)

/** Why a step pages these people, or why this target of it pages nobody. */
export function sayOutcome({ target, userIds, reason, shift }: Outcome, names: Names): string {
  const name = nameOf(idOf(target), names)
  const people = userIds.map((userId) => nameOf(userId, names) ?? userId).join(", ")
  if (reason !== null) {
    const person = shift?.userId ?? null
    const said = sayReason(reason, person === null ? name : nameOf(person, names))
    return target.kind === "rotation" && name !== null ? `${name}: ${said}` : said
  }
  if (target.kind === "user") return `${people} is named by the rule.`
  if (target.kind === "team") return `${people} belong to the team ${name}.`
  return `${people} is on call in ${name} until ${shift?.until.toISOString()}.`
}

export function sayWarning(warning: Warning, names: Names): string {
  switch (warning.kind) {
    case "monitors_without_policy":
      return warning.monitors === 1
        ? "1 monitor names no policy, and the project has no default one: its alerts page nobody."
        : `${warning.monitors} monitors name no policy, and the project has no default one: their alerts page nobody.`
    case "policy_without_rules":
      return `The policy ${names.get(warning.policyId)} has no rules: it pages nobody.`
    case "lost_target":
      return `Rule ${warning.ruleOrder} of ${names.get(warning.policyId)} names ${lost[warning.reason]}.`
    case "rule_reaches_nobody":
      return `Rule ${warning.ruleOrder} of ${names.get(warning.policyId)} reaches nobody ${span(warning)}.`
    case "rotation_gap":
      return `Nobody is on call in ${names.get(warning.rotationId)} ${span(warning)}. ${sayReason(warning.reason, null)}`
  }
}

const lost: Record<MissReason, string> = {
  left: "somebody who is no longer a member of the project",
  deleted: "somebody or something that was deleted",
  empty_team: "a team without members",
  uncovered: "a rotation that nobody covers",
  nobody: "a rotation with nobody on call",
}

const span = ({ from, until }: { from: Date; until: Date }) =>
  `from ${from.toISOString()} until ${until.toISOString()}`
