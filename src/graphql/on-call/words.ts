import type { Target } from "./policy.ts"
import type { Plan } from "./read-plan.ts"
import type { MissReason, Outcome } from "./resolve.ts"
import type { Warning } from "./readiness.ts"
import type { Step } from "./steps.ts"

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
    case "unusable_room":
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
  if (target.kind === "channel") return `${name} is a channel that the rule names.`
  if (target.kind === "team") return `${people} belong to the team ${name}.`
  return `${people} is on call in ${name} until ${shift?.until.toISOString()}.`
}

/** Why a person or room is paged by a step: the first of its targets that leads there. */
export function sayWhyPaged(
  outcomes: Outcome[],
  leadsThere: (outcome: Outcome) => boolean,
  names: Names,
): string {
  const found = outcomes.find(leadsThere)
  return found === undefined ? "" : sayOutcome(found, names)
}

/** What each target of a step came to, a line each. */
export const sayStep = ({ outcomes }: Step, names: Names): string =>
  outcomes.map((outcome) => sayOutcome(outcome, names)).join("\n")

export function sayWarning(warning: Warning, names: Names): string {
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
      return `The calendar of ${names.get(warning.rotationId)} names nobody of the project in ${new Intl.ListFormat("en").format(quoted)}; whoever the layers name stays on call there.`
    }
    case "calendar_stale": {
      const since =
        warning.since === null ? "was never read" : `was last read ${warning.since.toISOString()}`
      return `The calendar of ${names.get(warning.rotationId)} ${since}. ${warning.error ?? ""}`.trim()
    }
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
  unusable_room: "a channel that is not verified, or not enabled",
}

const span = ({ from, until }: { from: Date; until: Date }) =>
  `from ${from.toISOString()} until ${until.toISOString()}`
