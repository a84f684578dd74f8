import { z } from "zod"
import { MonitorKind } from "../../../../prisma/generated/enums.ts"
import { text } from "../../../platform/text-schema.ts"
import { fields } from "../monitor/write/monitor-fields.ts"
import { hostRule, parseHost } from "../../../platform/host-name.ts"
import { describeDefault, describePort, kindsWith } from "../monitor/rules/monitor-kinds.ts"
import { assertions } from "./rules/assertion-words.ts"
import { intervalFault, longestInterval } from "./rules/interval-words.ts"

/**
 * A monitor in a config document. Documents are portable and may be committed: they contain no ids, statuses, ping
 * URLs or header values. Other spellings are normalized before validation (see read-entry.ts).
 */

const kinds = Object.keys(MonitorKind).join(", ")

const monitorType = z.enum(MonitorKind, { error: `must be one of ${kinds}` })

const interval = z
  .string({ error: "must be a string such as 5m" })
  .superRefine((value, ctx) => {
    const detail = intervalFault(value)
    if (detail !== null) ctx.addIssue({ code: "custom", message: detail })
  })
  .meta({ maxLength: longestInterval })

const host = text(255).refine((value) => parseHost(value) !== null, hostRule)

const identity = {
  name: fields.name.describe("The name. Name and type together identify a monitor."),
  monitor_type: monitorType.describe(
    "The type. An import also accepts other common names in any letter case, such as website or port.",
  ),
}

/** Every exported entry has these; null if there is no value. */
const always = {
  description: fields.description.nullish().describe("The description."),
  url: fields.url.nullish().describe("http: the address; required."),
  host: host.nullish().describe(`${kindsWith("host").join(", ")}: a name or an address; required.`),
  port: fields.port.nullish().describe(describePort()),
  dns_record_type: fields.dnsRecordType.nullish().describe("dns: required."),
  monitoring_interval: interval
    .nullish()
    .describe(
      `How often to check: whole minutes, hours or days from 1m to 24h; ${describeDefault("interval")} An import also accepts 60s, PT5M and */5 * * * *.`,
    ),
  request_timeout_seconds: fields.timeoutSeconds
    .nullish()
    .describe(describeDefault("timeoutSeconds")),
  failure_threshold: fields.failureThreshold
    .nullish()
    .describe(
      `Consecutive failed checks, or missed pings of a heartbeat, before an outage. ${describeDefault("failureThreshold")}`,
    ),
  heartbeat_interval_minutes: fields.heartbeatIntervalMinutes
    .nullish()
    .describe("heartbeat: a ping is due this often; required."),
  heartbeat_grace_minutes: fields.heartbeatGraceMinutes
    .nullish()
    .describe(`heartbeat: the grace period; ${describeDefault("heartbeatGraceMinutes")}`),
  labels: fields.labels.nullish().describe("Names of labels of the project."),
}

const headerNames = z
  .array(text(200), {
    error: "must be a list of names of headers",
  })
  .max(50, "must be at most 50 headers")

/** Exported only if they differ from the default. */
const further = {
  recovery_threshold: fields.recoveryThreshold
    .nullish()
    .describe(
      `Consecutive successful checks before recovery; ${describeDefault("recoveryThreshold")}`,
    ),
  flap_window_minutes: fields.flapWindowMinutes
    .nullish()
    .describe(
      `A failure within this many minutes after a recovery belongs to the same outage; ${describeDefault("flapWindowMinutes")}`,
    ),
  parent_monitor: fields.name
    .nullish()
    .describe("The name of the monitor it depends on, in this document or in the project."),
  parent_monitor_type: monitorType
    .nullish()
    .describe("The type of the parent, if its name is ambiguous."),
  method: fields.method.nullish().describe("http: GET by default."),
  headers: fields.headers
    .nullish()
    .describe("http: request headers. No export writes them: their values may be credentials."),
  header_names: headerNames
    .nullish()
    .describe(
      "http: request headers without values. A new monitor gets empty values to be filled in; an existing one keeps its values.",
    ),
  body: fields.body
    .nullish()
    .describe("http: the request body. Exported only for users who may write monitors."),
  body_hidden: z
    .boolean({ error: "must be true or false" })
    .nullish()
    .describe(
      "http: true if there is a body that is not exported. A new monitor gets none; an existing one keeps its body.",
    ),
  max_redirects: fields.maxRedirects
    .nullish()
    .describe("http: 10 by default; 0 checks the first response."),
  assertions: assertions.nullish().describe("Conditions on the result."),
  resolver: fields.resolver
    .nullish()
    .describe("dns: the name server to query, such as 9.9.9.9 or 9.9.9.9:5353."),
  expected_values: fields.expectedValues
    .nullish()
    .describe("dns: values that must all be among the answers."),
  telemetry: fields.telemetry
    .nullish()
    .describe(`${kindsWith("telemetry").join(", ")}: when it fails; required.`),
  server_name: host.nullish().describe("tls: the name to check if it differs from the host."),
  paused: z
    .boolean({ error: "must be true or false" })
    .nullish()
    .describe(
      "True if it is paused; exported only then. If omitted, a new monitor starts and an existing one stays as it is.",
    ),
}

export const entry = z.strictObject(
  { ...identity, ...always, ...further },
  {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `must not have ${issue.keys.join(", ")}, which is not a member of entries`
        : "must be an object",
  },
)

/** An entry as an export writes it. */
export const writtenEntry = entry.required({
  description: true,
  url: true,
  host: true,
  port: true,
  dns_record_type: true,
  monitoring_interval: true,
  request_timeout_seconds: true,
  failure_threshold: true,
  heartbeat_interval_minutes: true,
  heartbeat_grace_minutes: true,
  labels: true,
})

/** An entry as a person or a converter writes it: all but name and type may be absent or null. */
export type Entry = z.input<typeof entry>
export type WrittenEntry = z.input<typeof writtenEntry>
