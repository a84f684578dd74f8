import type { Finding } from "../../../../findings/finding.ts"
import { channelKinds } from "../../../../channels/channel-kinds.ts"
import type { ChannelKind } from "../../../../../prisma/generated/enums.ts"
import type { Target } from "./policy-limits.ts"
import type { Plan } from "../read-plan.ts"
import type { MissReason, ResolvedTarget } from "./resolve-targets.ts"
import type { IdleLayer } from "./idle-layers.ts"
import type { Warning } from "./readiness.ts"
import type { BrokenKinds, Unreached } from "./unreached.ts"

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

/** Chats need no setting of the installation. */
function senderOf(kind: ChannelKind): ("email" | "phone" | "push")[] {
  const { sender } = channelKinds[kind]
  return sender === "chat" ? [] : [sender]
}

/** As many recipients are named. */
const mostNamed = 3

/** Which recipients no message can reach, and why. */
export function explainUnreached(
  { userIds, channelIds, isNobody, kinds }: Unreached,
  broken: BrokenKinds,
  names: Names,
): Finding {
  const recipients = [...userIds, ...channelIds].map((one) => nameOf(one, names) ?? one)
  const groups = (why: "missing" | "failing") => [
    ...new Set(kinds.filter((kind) => broken.get(kind) === why).flatMap(senderOf)),
  ]
  return {
    code: "recipients_unreached",
    parameters: {
      recipients: isNobody ? [] : recipients.slice(0, mostNamed),
      more: isNobody ? 0 : Math.max(0, recipients.length - mostNamed),
      missing: groups("missing"),
      failing: groups("failing"),
    },
  }
}

/** Why a layer never comes on call. @param rotation null while it is not saved. */
export const explainIdle = ({ order, reason }: IdleLayer, rotation: string | null): Finding => ({
  code: "layer_never_on_call",
  parameters: { rotation, layer: order, why: reason },
})

export function explainWarning(warning: Warning, names: Names): Finding {
  const named = (id: string) => names.get(id) ?? id
  switch (warning.kind) {
    case "unreached":
      return explainUnreached(warning, warning.broken, names)
    case "monitors_without_policy":
      return { code: warning.kind, parameters: { monitors: warning.monitors } }
    case "policy_without_rules":
      return { code: warning.kind, parameters: { policy: named(warning.policyId) } }
    case "lost_target": {
      const { ruleOrder, reason } = warning
      return {
        code: warning.kind,
        parameters: { policy: named(warning.policyId), ruleOrder, reason },
      }
    }
    case "unverified_contact":
    case "single_contact":
      return { code: warning.kind, parameters: { person: named(warning.userId) } }
    case "rule_reaches_nobody": {
      const { ruleOrder } = warning
      const policy = named(warning.policyId)
      return { code: warning.kind, parameters: { policy, ruleOrder, ...span(warning) } }
    }
    case "calendar_names_nobody": {
      const { events } = warning
      return { code: warning.kind, parameters: { rotation: named(warning.rotationId), events } }
    }
    case "calendar_stale": {
      const { since, fault } = warning
      const parameters = { since: since?.toISOString() ?? null, fault }
      return {
        code: warning.kind,
        parameters: { rotation: named(warning.rotationId), ...parameters },
      }
    }
    case "layer_never_on_call":
      return explainIdle(warning, named(warning.rotationId))
    case "rotation_gap": {
      const why = [explainMiss(warning.reason, null)]
      const rotation = named(warning.rotationId)
      return { code: warning.kind, parameters: { rotation, ...span(warning), why } }
    }
  }
}

const span = ({ from, until }: { from: Date; until: Date }) => ({
  from: from.toISOString(),
  until: until.toISOString(),
})
