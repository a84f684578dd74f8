import type { alertChanges, pagingEffects } from "../../../../findings/codes/timeline.ts"
import type { Finding } from "../../../../findings/finding.ts"
import type { ChangeFact, NoteFact, TimelineFacts } from "./timeline-facts.ts"
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
  "alert.snoozed": { change: "snoozed", is: "snoozed", effect: "stops" },
  "alert.unsnoozed": { change: "unsnoozed", is: "snoozed", effect: "continues" },
  "alert.assigned": { change: "assigned", is: "handled" },
  "alert.merged": { change: "merged", is: "handled" },
  "alert.split": { change: "split", is: "handled", effect: "restarts" },
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
  ...facts.notes.map(tellNote),
  ...tellAcknowledged(facts),
  ...tellResolved(facts),
]

function tellChange(entry: ChangeFact): TimelineNode[] {
  const { id, at, action, actorName, actorKind, client, changes } = entry
  const known =
    (action === "alert.state_changed" ? states[changes.state ?? ""] : undefined) ?? actions[action]
  if (known === undefined) return []
  const { is, effect } = known
  const until = changes.mutedUntil ?? changes.snoozedUntil ?? null
  const by = { actor: actorName, isKey: actorKind === "key", client, state: changes.state ?? null }
  const done = { change: changeOf(known.change, changes), about: aboutOf(changes) }
  return [
    {
      kind: "change",
      id: `change-${id}`,
      at,
      outcome: is === "monitor" || is === "snoozed" ? "skipped" : "done",
      title: { code: "alert_changed", parameters: { ...by, ...done } },
      findings:
        effect === undefined ? [] : [{ code: "paging_goes", parameters: { effect, until } }],
      actorName,
      client,
      change: is,
    },
  ]
}

function changeOf(change: Change["change"], changes: ChangeFact["changes"]): Change["change"] {
  if (change === "assigned" && changes.assignee === null) return "unassigned"
  return change === "merged" && changes.mergedFrom !== undefined ? "absorbed" : change
}

/** The people, or the other alert, that a change is about. */
function aboutOf({ assignee, paged, ...other }: ChangeFact["changes"]): string | null {
  const number = other.mergedInto ?? other.mergedFrom ?? other.splitFrom
  return assignee ?? paged?.join(", ") ?? (number === undefined ? null : `#${number}`)
}

const tellNote = ({ id, at, body, actorKind, actorName }: NoteFact): TimelineNode => ({
  ...changedBy("noted", actorName, at, actorKind === "key"),
  id: `note-${id}`,
  findings: [{ code: "note_says", parameters: { text: body } }],
})

const nearMs = 2000
const isNear = (one: Date, other: Date): boolean =>
  Math.abs(one.getTime() - other.getTime()) < nearMs

const changedBy = (
  change: "acknowledged" | "resolved" | "noted",
  actor: string | null,
  at: Date,
  isKey = false,
): Omit<Extract<TimelineNode, { kind: "change" }>, "findings"> => ({
  kind: "change",
  id: `${change}-${at.getTime()}`,
  at,
  outcome: "done",
  title: {
    code: "alert_changed",
    parameters: { change, actor, isKey, client: null, state: null, about: null },
  },
  actorName: actor,
  client: null,
  change,
})

const acknowledging: ReadonlySet<string> = new Set(["alert.acknowledged", "alert.state_changed"])

/** Acknowledged together with the alert that pages for it, which has no entry of its own. */
function tellAcknowledged({ alert, changes, escalation }: TimelineFacts): TimelineNode[] {
  const { acknowledgedAt: at, acknowledgedBy } = alert
  const isListed = changes.some((entry) => {
    return acknowledging.has(entry.action) && at !== null && isNear(entry.at, at)
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
    burns.length === 0 && facts.report === null
      ? [{ code: "monitor_recovered", parameters: {} }]
      : []
  return [{ ...node, title, findings: recovered }]
}
