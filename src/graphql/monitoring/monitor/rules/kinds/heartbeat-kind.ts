import { must, type Kind } from "./kind.ts"

/** A second look at a missing ping proves nothing, so one missed period is enough. */
const defaults = { heartbeatGraceMinutes: 1, failureThreshold: 1 }

export const heartbeat = {
  title: "Heartbeat",
  hint: "A cron job that checks in",
  description: "Waits for a job to call its URL.",
  aliases: ["push", "cron", "cron_job", "scheduled_job", "incoming_request", "dead_mans_switch"],
  checkedBy: "pings",
  required: ["heartbeatIntervalMinutes"],
  optional: ["heartbeatGraceMinutes"],
  defaults,
  examples: { name: "Nightly backup" },
  assertions: [],
  readTarget({ last_ping_at: ping, watched_since: since, ...row }) {
    const isPingLatest = ping !== null && ping >= since
    return {
      kind: "heartbeat",
      intervalMinutes: must(row.heartbeat_interval_minutes, "heartbeat interval"),
      graceMinutes: row.heartbeat_grace_minutes ?? defaults.heartbeatGraceMinutes,
      /** The moment from which silence counts: creation, resumption or last ping, the latest. */
      lastPingAt: isPingLatest ? ping : since,
      // A ping before a pause says nothing about the present.
      lastPingKind: isPingLatest ? row.last_ping_kind : null,
      lastPingText: (isPingLatest ? row.last_ping_text : null) ?? "",
      /** Reported failures in a row up to the last ping; an older version may not have counted them. */
      failedPings: isPingLatest && row.last_ping_kind === "fail" ? (row.failed_pings ?? 0) || 1 : 0,
      failureThreshold: row.failure_threshold,
      /** Whether a ping ever came from a public address; null while there was none. */
      isPingedPublicly: row.is_pinged_publicly,
    }
  },
} satisfies Kind<"heartbeat">
