import { gapReason } from "../../check/rules/gap.ts"

/** Why silent heartbeats are not declared: nothing shows that their senders could reach us. */
const unheardReason = "Nothing proves that pings can reach us. Check your own network first."

/** SQL: the reason of an unwatched monitor, in one sentence. */
export const unwatchedReasonSql = (cause: string, lastReason: string): string =>
  `case ${cause} when 'ingress' then '${unheardReason}' when 'no_check' then '${gapReason}' else coalesce(${lastReason}, '${gapReason}') end`

/** SQL: why nobody watches a monitor m with state s, as announced to its owners; null while it is watched. */
export const unwatchedSql = `
  (select ${unwatchedReasonSql("u.cause", "s.last_reason")}
     from unwatched u
    where u.monitor_id = m.id and m.paused_at is null
      and (s.status = 'unknown' or m.heartbeat_interval_minutes is not null))`
