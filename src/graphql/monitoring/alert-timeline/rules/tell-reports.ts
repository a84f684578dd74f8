import type { TimelineFacts } from "./timeline-facts.ts"
import type { TimelineNode } from "./timeline-node.ts"

/** What the sender of an alert reported: what raised it, and its repetitions as one node. */
export function tellReports({ alert, report }: TimelineFacts): TimelineNode[] {
  if (report === null) return []
  const { findings, repeatCount: count, repeatedAt, isSnoozed } = report
  const first: TimelineNode = {
    kind: "report",
    id: `report-${alert.id}`,
    at: alert.createdAt,
    outcome: "done",
    title: { code: "alert_raised", parameters: { number: alert.number } },
    findings,
    count: 1,
  }
  if (count === 0 || repeatedAt === null) return [first]
  const isAcknowledged = alert.acknowledgedAt !== null && alert.acknowledgedAt <= repeatedAt
  const state = isAcknowledged ? "acknowledged" : isSnoozed ? "snoozed" : "triggered"
  const until = repeatedAt.toISOString()
  return [
    first,
    {
      kind: "report",
      id: `reports-${alert.id}`,
      at: repeatedAt,
      outcome: "skipped",
      title: { code: "reported_again", parameters: { count } },
      findings: [{ code: "not_paged_as_duplicate", parameters: { state, until } }],
      count,
    },
  ]
}
