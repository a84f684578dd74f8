import type { MonitorKind } from "../../../prisma/generated/enums.ts"
import type { Assertion } from "./settings.ts"

/** The fields that only some kinds have. */
export type KindField =
  | "url"
  | "host"
  | "port"
  | "dnsRecordType"
  | "heartbeatIntervalMinutes"
  | "heartbeatGraceMinutes"
  | "method"
  | "headers"
  | "body"
  | "maxRedirects"
  | "assertions"
  | "resolver"
  | "expectedValues"
  | "serverName"

type Kind = {
  required: readonly KindField[]
  optional: readonly KindField[]
  assertions: readonly Assertion["kind"][]
}

export const kinds: Record<MonitorKind, Kind> = {
  http: {
    required: ["url"],
    optional: ["method", "headers", "body", "maxRedirects", "assertions"],
    assertions: [
      "status",
      "header",
      "body",
      "regex",
      "json_path",
      "response_time",
      "certificate_days",
    ],
  },
  tcp: { required: ["host", "port"], optional: ["assertions"], assertions: ["response_time"] },
  ping: { required: ["host"], optional: ["assertions"], assertions: ["response_time"] },
  dns: {
    required: ["host", "dnsRecordType"],
    optional: ["resolver", "expectedValues", "assertions"],
    assertions: ["response_time"],
  },
  tls: {
    required: ["host"],
    optional: ["port", "serverName", "assertions"],
    assertions: ["response_time", "certificate_days"],
  },
  heartbeat: {
    required: ["heartbeatIntervalMinutes"],
    optional: ["heartbeatGraceMinutes"],
    assertions: [],
  },
}

export const hasField = (kind: MonitorKind, field: KindField): boolean =>
  kinds[kind].required.includes(field) || kinds[kind].optional.includes(field)

/** What such a monitor takes, for a person who wrote something else. */
export const fieldsOf = (kind: MonitorKind): string =>
  [...kinds[kind].required, ...kinds[kind].optional].join(", ")
