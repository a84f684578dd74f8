import { z } from "zod"
import { MonitorKind } from "../../../prisma/generated/enums.ts"
import { text } from "../input.ts"
import { fields } from "../monitor/fields.ts"
import { hostRule, parseHost } from "../monitor/host.ts"
import { assertions } from "./assertion-words.ts"
import { intervalFault } from "./interval-words.ts"

/**
 * One monitor as a config document says it. Documents are portable and may lie in a repository: no ids, no
 * status, no URL that a heartbeat is called by, no value of a request header. Other spellings are turned into
 * these before they are judged (see read-entry.ts).
 */

const kinds = Object.keys(MonitorKind).join(", ")

const monitorType = z.enum(MonitorKind, { error: `must be one of ${kinds}` })

const interval = z.string({ error: "must be text such as 5m" }).superRefine((value, ctx) => {
  const detail = intervalFault(value)
  if (detail !== null) ctx.addIssue({ code: "custom", message: detail })
})

const host = text(255).refine((value) => parseHost(value) !== null, hostRule)

const identity = {
  name: fields.name.describe("What it is called. Name and type together identify a monitor."),
  monitor_type: monitorType.describe(
    "What it does. An import also reads common other words in any letter case, such as website or port.",
  ),
}

/** Every written entry has these, null where there is no value. */
const always = {
  description: fields.description.nullish().describe("What it is for."),
  url: fields.url.nullish().describe("http: the address; required."),
  host: host.nullish().describe("tcp, ping, dns, tls: a name or an address; required."),
  port: fields.port.nullish().describe("tcp: required. tls: 443 where absent."),
  dns_record_type: fields.dnsRecordType.nullish().describe("dns: required."),
  monitoring_interval: interval
    .nullish()
    .describe(
      "How often to check: whole minutes, hours or days from 1m to 24h; 1m where absent. An import also reads 60s, PT5M and */5 * * * *.",
    ),
  request_timeout_seconds: fields.timeoutSeconds.nullish().describe("10 where absent."),
  failure_threshold: fields.failureThreshold
    .nullish()
    .describe("Failed checks in a row that make an outage; 2 where absent."),
  heartbeat_interval_minutes: fields.heartbeatIntervalMinutes
    .nullish()
    .describe("heartbeat: a ping is due this often; required."),
  heartbeat_grace_minutes: fields.heartbeatGraceMinutes
    .nullish()
    .describe("heartbeat: and may be this late; 1 where absent."),
  labels: fields.labels.nullish().describe("Names of labels of the project."),
}

const headerNames = z
  .array(z.string({ error: "must be the name of a header" }), {
    error: "must be a list of names of headers",
  })
  .max(50, "must be at most 50 headers")

/** Written only where they differ from the default. */
const further = {
  recovery_threshold: fields.recoveryThreshold
    .nullish()
    .describe("Good checks in a row that end an outage; 1 where absent."),
  parent_monitor: fields.name
    .nullish()
    .describe("The name of the monitor it depends on, in this document or in the project."),
  parent_monitor_type: monitorType
    .nullish()
    .describe("The type of that monitor, where its name alone does not say which is meant."),
  method: fields.method.nullish().describe("http: GET where absent."),
  headers: fields.headers
    .nullish()
    .describe("http: request headers. No export writes them: their values may be credentials."),
  header_names: headerNames
    .nullish()
    .describe(
      "http: request headers whose values are set by hand: a new monitor gets them empty, one that exists keeps its own.",
    ),
  body: fields.body
    .nullish()
    .describe("http: what is sent. Exported to those who may write monitors."),
  body_hidden: z
    .boolean({ error: "must be true or false" })
    .nullish()
    .describe(
      "http: there is a body, which is set by hand: a new monitor gets none, one that exists keeps its own.",
    ),
  max_redirects: fields.maxRedirects
    .nullish()
    .describe("http: 10 where absent; 0 judges the first answer."),
  assertions: assertions.nullish().describe("Conditions on what is seen."),
  resolver: fields.resolver
    .nullish()
    .describe("dns: the name server to ask, as in 9.9.9.9 or 9.9.9.9:5353."),
  expected_values: fields.expectedValues
    .nullish()
    .describe("dns: each of these must be among the answers."),
  server_name: host.nullish().describe("tls: the name to check, where it is not the host."),
}

export const entry = z.strictObject(
  { ...identity, ...always, ...further },
  {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `must not have ${issue.keys.join(", ")}, which no entry knows`
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
