import type { alertChanges, pagingEffects } from "../../../../findings/codes/timeline.ts"
import type { Finding } from "../../../../findings/finding.ts"
import type { ChangeFact, TimelineFacts } from "./timeline-facts.ts"
import type { TimelineChange, TimelineNode } from "./timeline-node.ts"

type Change = {
  change: (typeof alertChanges)[number]
  /** The kind of the node. */
  is: TimelineChange
  effect?: (typeof pagingEffects)[number]
}

const actions: Readonly<Record<string, Change>> = {
  "alert.acknowledged": { change: "acknowledged", is: "acknowledged" },
  "alert.unacknowledged": { change: "unacknowledged", is: "reopened", effect: "continues" },
  "alert.escalated": { change: "escalated", is: "state" },
  "alert.state_changed": { change: "state_set", is: "state" },
  "monitor.muted": { change: "monitor_muted", is: "monitor", effect: "stops" },
  "slo.muted": { change: "slo_muted", is: "monitor", effect: "stops" },
  "monitor.unmuted": { change: "monitor_unmuted", is: "monitor", effect: "continues" },
  "slo.unmuted": { change: "slo_unmuted", is: "monitor", effect: "continues" },
  "monitor.paused": { change: "monitor_paused", is: "monitor", effect: "stops_unchecked" },
  "monitor.resumed": { change: "monitor_resumed", is: "monitor", effect: "restarts" },
}

const states: Readonly<Record<string, Change>> = {
  resolved: { change: "resolved", is: "resolved" },
  acknowledged: { change: "acknowledged", is: "acknowledged" },
  triggered: { change: "reopened", is: "reopened" },
}

/** What people and keys did, and what is known of it from the alert itself. */
export const tellChanges = (facts: TimelineFacts): TimelineNode[] => [
  ...facts.changes.flatMap(tellChange),
  ...tellAcknowledged(facts),
  ...tellResolved(facts),
]

function tellChange(entry: ChangeFact): TimelineNode[] {
  const { id, at, action, actorName, actorKind, client, changes } = entry
  const known =
    (action === "alert.state_changed" ? states[changes.state ?? ""] : undefined) ?? actions[action]
  if (known === undefined) return []
  const { change, is, effect } = known
  const until = changes.mutedUntil ?? null
  const by = { actor: actorName, isKey: actorKind === "key", client, state: changes.state ?? null }
  return [
    {
      kind: "change",
      id: `change-${id}`,
      at,
      outcome: is === "monitor" ? "skipped" : "done",
      title: { code: "alert_changed", parameters: { change, ...by } },
      findings:
        effect === undefined ? [] : [{ code: "paging_goes", parameters: { effect, until } }],
      actorName,
      client,
      change: is,
    },
  ]
}

const nearMs = 2000
const isNear = (one: Date, other: Date): boolean =>
  Math.abs(one.getTime() - other.getTime()) < nearMs

const changedBy = (
  change: "acknowledged" | "resolved",
  actor: string | null,
  at: Date,
): Omit<Extract<TimelineNode, { kind: "change" }>, "findings"> => ({
  kind: "change",
  id: `${change}-${at.getTime()}`,
  at,
  outcome: "done",
  title: {
    code: "alert_changed",
    parameters: { change, actor, isKey: false, client: null, state: null },
  },
  actorName: actor,
  client: null,
  change,
})

/** Acknowledged together with the alert that pages for it, which has no entry of its own. */
function tellAcknowledged({ alert, changes, escalation }: TimelineFacts): TimelineNode[] {
  const { acknowledgedAt: at, acknowledgedBy } = alert
  const isListed = changes.some((entry) => {
    return entry.action.startsWith("alert.") && at !== null && isNear(entry.at, at)
  })
  if (at === null || isListed) return []
  const { lead = null } = escalation ?? {}
  const together: Finding[] =
    lead === null ? [] : [{ code: "acknowledged_together", parameters: { number: lead.number } }]
  return [{ ...changedBy("acknowledged", acknowledgedBy, at), findings: together }]
}

/** The time of a resolution; the decision that caused it has the time of writing, which is later than the check's. */
const resolutionAt = ({ verdicts }: TimelineFacts, at: Date): Date => {
  const recovered = verdicts.findLast(({ decision }) => decision === "recovered")?.at
  return recovered !== undefined && recovered > at && isNear(recovered, at) ? recovered : at
}

function tellResolved(facts: TimelineFacts): TimelineNode[] {
  const { alert, changes, incident, burns } = facts
  const { resolvedAt, resolvedBy } = alert
  const isListed = changes.some((entry) => {
    return (
      entry.action === "alert.state_changed" && resolvedAt !== null && isNear(entry.at, resolvedAt)
    )
  })
  if (resolvedAt === null || isListed) return []
  const node = {
    ...changedBy("resolved", resolvedBy, resolvedAt),
    at: resolutionAt(facts, resolvedAt),
  }
  if (resolvedBy !== null) return [{ ...node, findings: [] }]
  const title: Finding = {
    code: "alert_resolved",
    parameters: { incident: incident?.number ?? null },
  }
  const recovered: Finding[] =
    burns.length === 0 ? [{ code: "monitor_recovered", parameters: {} }] : []
  return [{ ...node, title, findings: recovered }]
}
