import type { areas, healthCodes, ssoFaults, stoppedWork, writeRemedies } from "../codes/health.ts"
import { capital, type WordsOf } from "../words.ts"

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

const writes: Record<(typeof writeRemedies)[number], string> = {
  space: "Free space on its disk.",
  memory: "Give it more memory.",
  connections: "Raise max_connections, or lower DATABASE_POOL.",
  primary: "Connect to the primary in DATABASE_URL, or make it writable.",
  disk: "Its disk returns errors: replace it.",
  log: "See its log.",
}

const working: Record<(typeof areas)[number], (name: string, more: string) => string> = {
  mail_server: (name) => `${name} accepts our connection.`,
  mail: (name, more) => `${name} accepted a test message to ${more}.`,
  phone: (name) => `Twilio knows the account. Messages and calls come from ${name}.`,
  base_url: (name) => `${name} leads here.`,
  saml: (name) => `The metadata of ${name} was read.`,
  oidc: (name, more) => `${name} describes itself under ${more}.`,
  store: () => "The telemetry store answers.",
  backups: (name) => `A file can be written to ${name}.`,
  backups_unscheduled: (name) =>
    `A file can be written to ${name}. No schedule is set in BACKUP_URL.`,
}

const sso: Record<(typeof ssoFaults)[number], (name: string, said: string) => string> = {
  not_set_up: () => "Single sign-on is not set up.",
  returned: (name, said) => `${name} returned ${said} for its discovery document.`,
  no_endpoints: (name) => `The discovery document of ${name} lacks its endpoints.`,
  other_issuer: (_, said) => `The discovery document names another issuer: ${said}.`,
  no_json: (name) => `${name} cannot be used: its discovery document is not JSON.`,
}

const embedded = "Set CLICKHOUSE_URL to use a ClickHouse server instead."

export const health: WordsOf<typeof healthCodes> = {
  database_silent: () => "The database did not respond within a second.",
  database_unusable: ({ fault }, { say }) =>
    `PostgreSQL cannot be used: ${say(fault)}. Start it, or correct DATABASE_URL.`,
  bus_fails: ({ fault }, { say }) => `${say(fault)} Until it is back, live updates use polling.`,
  bus_silent: () => "The bus does not respond.",
  redis_unusable: ({ fault }, { say }) => `Redis (REDIS_URL) cannot be used: ${say(fault)}.`,
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
    `Nothing can be written to DATA_DIR: ${fault ?? "the disk does not respond"}. ${freeOf(freeMib)}. Free disk space: ${stopsBy(isEmbedded)}.`,
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
  writes_refused: ({ said, remedy }) =>
    `PostgreSQL refused to store something in the last minute: ${said}. ${writes[remedy]}`,
  decoder_ended: ({ times, minutes, how }) =>
    `The process that decodes telemetry ended ${times === 1 ? "once" : `${times} times`} within ${minutes} minutes, last by ${how}, and was started again. Senders repeat what was not acknowledged. SIGABRT and SIGKILL mostly mean too little memory; its log says more.`,
  telemetry_store_refuses: ({ fault }, { say }) =>
    `The telemetry store takes no data: ${say(fault)}. Start the telemetry role, or check CLICKHOUSE_URL; what was sent waits in DATA_DIR.`,
  embedded_store_missing: ({ platform, packages }, { and }) =>
    packages === null
      ? `The embedded telemetry store does not run on ${platform}. ${embedded}`
      : `This installation has no embedded telemetry store: the optional packages ${and(packages)} are missing. ${embedded} The image has them if it is built with --build-arg TELEMETRY=embedded.`,
  setting_misspelt: ({ given, meant }) =>
    `${given} is not a setting and is ignored; did you mean ${meant}?`,
  setting_retired: ({ old, name, written }, { and }) =>
    `${and(old)} ${old.length === 1 ? "is" : "are"} replaced by ${name} and ${
      written === null
        ? "does nothing now."
        : `still counts, until the next minor version. Write ${written}.`
    }`,
  mail_unusable: ({ fault }, { say }) =>
    `No e-mail can be sent: the mail server in SMTP_URL cannot be used: ${say(fault)}. Check SMTP_URL: host, port, user, and password.`,
  twilio_unusable: ({ fault }, { say }) =>
    `No SMS can be sent and nobody can be called: Twilio cannot be used: ${say(fault)}. Check the account SID and the auth token in TWILIO_URL.`,
  twilio_account: ({ status }) =>
    `No SMS can be sent and nobody can be called: the Twilio account is ${status}. See its console.`,
  base_url_unusable: ({ fault }, { say }) =>
    `BASE_URL cannot be used from here: ${say(fault)}. Check its DNS record, certificate and proxy: links in messages and callbacks lead there.`,
  area_works: ({ area, name, more }) => working[area](name, more),
  sso_unusable: ({ name, fault }, { say }) => `${name} cannot be used: ${say(fault)}.`,
  sso_fault: ({ name, fault, said }) => sso[fault](name, said),
  own_network_fault: ({ why }, { say }) => `${capital(say(why))}.`,
  strange: ({ names }, { list }) => `Others are right, so these are wrong: ${list(names)}.`,
}
