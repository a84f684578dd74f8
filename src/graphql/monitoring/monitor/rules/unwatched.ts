import { readFindings, type Finding } from "../../../../findings/finding.ts"
import { gapFindings } from "../../check/rules/gap.ts"

/** Why silent heartbeats are not declared: nothing shows that their senders could reach us. */
const unheard: Finding[] = [{ code: "pings_unheard", parameters: {} }]

/** What is read to say why nobody watches a monitor. */
export type Unwatched = { cause: string; findings: unknown; reason: string | null }

/** SQL: the same, with the last findings of s. */
export const unwatchedJson = (cause: string): string =>
  `json_build_object('cause', ${cause}, 'findings', s.last_findings, 'reason', s.last_reason)`

/** SQL: the same for a monitor m with state s, as announced to its owners; null while it is watched. */
export const unwatchedSql = `
  (select ${unwatchedJson("u.cause")}
     from unwatched u
    where u.monitor_id = m.id and m.paused_at is null
      and (s.status = 'unknown' or m.heartbeat_interval_minutes is not null))`

/** Empty while it is watched. */
export function unwatchedFindings(unwatched: Unwatched | null): readonly Finding[] {
  if (unwatched === null) return []
  const { cause, findings, reason } = unwatched
  if (cause === "ingress") return unheard
  const found = cause === "no_check" ? [] : readFindings(findings, reason)
  return found.length === 0 ? gapFindings : found
}
