import { MonitorKind } from "../../../prisma/generated/enums.ts"

/** What other programs call our types of monitor. */
const words: Record<MonitorKind, readonly string[]> = {
  http: ["https", "website", "web", "url", "uri", "api", "keyword", "json_query", "status"],
  tcp: ["port", "tcp_port", "tcp_connect", "socket", "service"],
  ping: ["icmp", "ip", "icmp_ping"],
  dns: ["dns_record", "domain_name"],
  tls: ["ssl", "certificate", "ssl_certificate", "tls_certificate", "x509"],
  heartbeat: ["push", "cron", "cron_job", "scheduled_job", "incoming_request", "dead_mans_switch"],
}

const known: ReadonlyMap<string, MonitorKind> = new Map(
  Object.values(MonitorKind).flatMap((kind) =>
    [kind, ...words[kind]].map((word) => [word, kind] as const),
  ),
)

/** Our word for a type in any letter case, with spaces, hyphens or underscores; null where it is none. */
export const readType = (text: string): MonitorKind | null =>
  known.get(
    text
      .trim()
      .toLowerCase()
      .replaceAll("'", "")
      .replaceAll(/[\s_-]+/g, "_"),
  ) ?? null
