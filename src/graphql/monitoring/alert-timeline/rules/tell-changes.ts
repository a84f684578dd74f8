import type { ChangeFact, TimelineFacts } from "./timeline-facts.ts"
import type { TimelineChange, TimelineNode } from "./timeline-node.ts"
import { moment } from "./timeline-node.ts"

/** What people and keys did, and what is known of it from the alert itself. */
export function tellChanges(facts: TimelineFacts): TimelineNode[] {
  return [...facts.changes.flatMap(tellChange), ...tellAcknowledged(facts), ...tellResolved(facts)]
}

const byOf = ({ actorKind, actorName, client }: ChangeFact): string => {
  const who = actorKind === "key" ? `key “${actorName}”` : actorName
  return client === null ? who : `${who} (${client})`
}

function tellChange(entry: ChangeFact): TimelineNode[] {
  const { id, at, action, actorName, client, changes } = entry
  const by = byOf(entry)
  const of = (
    change: TimelineChange,
    title: string,
    detail: string | null = null,
  ): TimelineNode[] => {
    const outcome = change === "monitor" ? ("skipped" as const) : ("done" as const)
    return [
      { kind: "change", id: `change-${id}`, at, outcome, title, detail, actorName, client, change },
    ]
  }
  switch (action) {
    case "alert.acknowledged":
      return of("acknowledged", `Acknowledged by ${by}`)
    case "alert.unacknowledged":
      return of("reopened", `Acknowledgement withdrawn by ${by}`, "Paging continues.")
    case "alert.escalated":
      return of("state", `Next step run early by ${by}`)
    case "alert.state_changed":
      return of(changeTo(changes.state), `${stateWords(changes.state)} by ${by}`)
    case "monitor.muted":
    case "slo.muted": {
      const until =
        changes.mutedUntil === undefined ? "" : ` until ${moment(new Date(changes.mutedUntil))}`
      return of("monitor", `${subjectOf(action)} muted by ${by}`, `Paging stops${until}.`)
    }
    case "monitor.unmuted":
    case "slo.unmuted":
      return of("monitor", `${subjectOf(action)} unmuted by ${by}`, "Paging continues.")
    case "monitor.paused":
      return of("monitor", `Monitor paused by ${by}`, "Nothing is checked, and paging stops.")
    case "monitor.resumed":
      return of("monitor", `Monitor resumed by ${by}`, "Paging restarts if it does not recover.")
    default:
      return []
  }
}

const subjectOf = (action: string): string => (action.startsWith("slo.") ? "SLO" : "Monitor")

const changeTo = (state: string | undefined): TimelineChange =>
  state === "resolved" || state === "acknowledged"
    ? state
    : state === "triggered"
      ? "reopened"
      : "state"

const stateWords = (state = "another"): string =>
  ({ resolved: "Resolved", acknowledged: "Acknowledged", triggered: "Reopened" })[state] ??
  `State set to “${state}”`

const nearMs = 2000
const isNear = (one: Date, other: Date): boolean =>
  Math.abs(one.getTime() - other.getTime()) < nearMs

/** Acknowledged together with the alert that pages for it, which has no entry of its own. */
function tellAcknowledged({ alert, changes, escalation }: TimelineFacts): TimelineNode[] {
  const { acknowledgedAt: at, acknowledgedBy: actorName } = alert
  const isListed = changes.some((entry) => {
    return entry.action.startsWith("alert.") && at !== null && isNear(entry.at, at)
  })
  if (at === null || isListed) return []
  const lead = escalation?.lead
  return [
    {
      kind: "change",
      id: `acknowledged-${at.getTime()}`,
      at,
      outcome: "done",
      title: `Acknowledged by ${actorName ?? "somebody"}`,
      detail: lead ? `Together with alert #${lead.number}, which pages for it.` : null,
      actorName,
      client: null,
      change: "acknowledged",
    },
  ]
}

/** The time of a resolution; the decision that caused it has the time of writing, which is later than the check's. */
const resolutionAt = ({ verdicts }: TimelineFacts, at: Date): Date => {
  const recovered = verdicts.findLast(({ decision }) => decision === "recovered")?.at
  return recovered !== undefined && recovered > at && isNear(recovered, at) ? recovered : at
}

function tellResolved(facts: TimelineFacts): TimelineNode[] {
  const { alert, changes, incident } = facts
  const { resolvedAt, resolvedBy: actorName } = alert
  if (resolvedAt === null) return []
  const isListed = changes.some((entry) => {
    return entry.action === "alert.state_changed" && isNear(entry.at, resolvedAt)
  })
  if (isListed) return []
  const at = resolutionAt(facts, resolvedAt)
  const what =
    incident === null ? "Alert resolved" : `Alert and incident #${incident.number} resolved`
  return [
    {
      kind: "change",
      id: `resolved-${resolvedAt.getTime()}`,
      at,
      outcome: "done",
      title: actorName === null ? what : `Alert resolved by ${actorName}`,
      detail: actorName === null && facts.burns.length === 0 ? "The monitor recovered." : null,
      actorName,
      client: null,
      change: "resolved",
    },
  ]
}
