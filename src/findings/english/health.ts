import type { healthCodes, stoppedWork } from "../codes/health.ts"
import type { WordsOf } from "../words.ts"

const waits: Record<(typeof stoppedWork)[number], string> = {
  api: "other machines cannot be reached",
  probe: "monitors are not checked",
  notify: "pages, messages and scheduled jobs wait",
  other: "its work waits",
}

const freeOf = (mib: number): string => `${mib} MiB of the disk of DATA_DIR are free`
const stopsBy = (isEmbedded: boolean): string =>
  isEmbedded
    ? "no more checks are stored, then nobody is paged"
    : "telemetry, exports and backups to it stop"

export const health: WordsOf<typeof healthCodes> = {
  database_silent: () => "The database did not respond within a second.",
  database_unusable: ({ fault }) =>
    `PostgreSQL cannot be used: ${fault}. Start it, or correct DATABASE_URL.`,
  bus_fails: ({ fault }, { say }) => `${say(fault)} Until it is back, live updates use polling.`,
  bus_silent: () => "The bus does not respond.",
  redis_unusable: ({ fault }) => `Redis (REDIS_URL) cannot be used: ${fault}.`,
  notifications_silent: () => "PostgreSQL's connection for notifications does not respond.",
  secrets_unreadable: ({ count: secrets, command }, { count }) =>
    `${count(secrets, "stored secret", "stored secrets")} cannot be decrypted, so monitors are not checked or messages not sent. \`${command} doctor\` says which and what to do.`,
  dead_man_refuses: ({ fault }, { say }) =>
    `DEAD_MAN_URL does not accept pings: ${say(fault)}. Correct it: nobody hears that Watchkeeper is down.`,
  exports_failing: ({ count: pages }, { count }) =>
    `The static copies of ${count(pages, "status page", "status pages")} cannot be written. Check STATUS_EXPORT_URL; each page's settings say why.`,
  channels_failing: ({ count: failing, of }, { count }) =>
    `The last message to ${failing} of ${count(of, "channel", "channels")} failed; its page says why.`,
  calendars_failing: ({ count: calendars }, { count }) =>
    `${count(calendars, "on-call calendar", "on-call calendars")} cannot be read, and the last copy is used; the rotation says why.`,
  monitors_overdue: ({ count: overdue, of }, { count }) =>
    `${overdue} of ${count(of, "monitor", "monitors")} ${overdue === 1 ? "is" : "are"} overdue: no prober checks ${overdue === 1 ? "it" : "them"}. Start a probe process.`,
  checks_inconclusive: ({ count: unknown, of }, { count }) =>
    `The last checks of ${unknown} of ${count(of, "monitor", "monitors")} were inconclusive. Each monitor's page says why.`,
  no_prober_reports: () =>
    "No prober has reported the state of its network recently. Start a probe process.",
  prober_without_egress: ({ command }) =>
    `A prober reaches none of the egress anchors. Run \`${command} doctor\` on its machine.`,
  no_prober_has_egress: () =>
    "No prober reaches any egress anchor: its network is dead, or EGRESS_ANCHORS is wrong.",
  anchors_off: () => "EGRESS_ANCHORS is off, so failures count without a proof of our own network.",
  family_unreachable: ({ family }) =>
    `A prober reaches no ${family} anchor, so failures over ${family} are unknown. Repair ${family} there, or remove its anchors from EGRESS_ANCHORS.`,
  resolvers_silent: () =>
    "None of a prober's name servers responds, so names cannot be resolved. Check its /etc/resolv.conf, or set RESOLVERS.",
  delivery_overdue: ({ queue, seconds }) =>
    `The oldest delivery of the ${queue} queue has been due for ${seconds} s. Start a notify process, or look at its log.`,
  alerts_unreached: ({ count: alerts, of }, { count }) =>
    `Nobody could be reached about ${alerts} of ${count(of, "open alert", "open alerts")}: every message failed, those to owners and admins too. Correct their channels, and acknowledge the alerts.`,
  alerts_without_step: ({ count: alerts, of }, { count }) =>
    `${alerts} of ${count(of, "open alert", "open alerts")} ${alerts === 1 ? "has" : "have"} no next step. The log of the notify process says why.`,
  audit_overdue: ({ count: alerts }, { count }) =>
    `It was not recently verified that ${count(alerts, "open alert has", "open alerts have")} a next step. Start a notify process, or look at its log.`,
  role_silent: ({ role, work, seconds }) =>
    `No ${role} process has reported for ${seconds} s: ${waits[work]}. Start it, or look at its log.`,
  on_host: ({ host, found }, { say }) => `${host}: ${say(found)}`,
  telemetry_dropped: ({ before }) =>
    `The disk was nearly full, so telemetry before ${before} was deleted. Free disk space.`,
  telemetry_refused: () =>
    "The disk of the telemetry store is nearly full, so telemetry is refused. Free disk space.",
  disk_unwritable: ({ fault, freeMib, isEmbedded }) =>
    `Nothing can be written to DATA_DIR: ${fault}. ${freeOf(freeMib)}. Free disk space: ${stopsBy(isEmbedded)}.`,
  disk_scarce: ({ freeMib, isEmbedded }) =>
    `Only ${freeOf(freeMib)}. Free disk space: when it is full, ${stopsBy(isEmbedded)}.`,
  inodes_scarce: ({ count, of }) =>
    `Only ${count} of ${of} inodes of the disk of DATA_DIR are free. Delete files: without inodes no file can be made, as if the disk were full.`,
  descriptors_scarce: ({ count, of }) =>
    `${count} of ${of} file descriptors are open. Raise the limit (LimitNOFILE, ulimit -n): without free ones no connection can be opened or accepted.`,
  memory_scarce: ({ usedMib, limitMib, of }) =>
    `${usedMib} of ${limitMib} MiB of the ${of === "heap" ? "heap limit of Node.js" : "memory limit of its control group"} are used. Raise it: beyond it the process is killed and started again.`,
  connections_scarce: ({ count, of }) =>
    `${count} of ${of} connections of PostgreSQL are used. Raise max_connections or lower DATABASE_POOL: without free ones processes cannot start, and statements wait.`,
  clocks_differ: ({ seconds }) =>
    `The clocks of this machine and of PostgreSQL differ by ${seconds} s. Sync both with NTP: certificates, sessions and the times of checks depend on them.`,
  write_refused: ({ fault }) =>
    `PostgreSQL refused to store something in the last minute: ${fault}`,
  no_backup_verified: () => "No backup has been verified yet.",
  backup_is_old: ({ hours }, { count }) =>
    `The newest verified backup is ${count(hours, "hour", "hours")} old.`,
  last_backup_failed: ({ error }, { say }) => `The last attempt failed: ${say(error)}`,
  start_backups: ({ command }) => `Start a notify process, or run \`${command} backup --verify\`.`,
}
