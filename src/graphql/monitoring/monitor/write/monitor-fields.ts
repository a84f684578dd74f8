import { z } from "zod"
import { DnsRecordType } from "../../../../../prisma/generated/enums.ts"
import { description, id, name, wholeNumber } from "../../../kernel/input.ts"
import { text } from "../../../../platform/text-schema.ts"
import { assertions, requestHeaders } from "./monitor-criteria.ts"
import {
  hostRule,
  isResolver,
  parseHost,
  resolverRule,
  urlFault,
} from "../../../../platform/host-name.ts"
import { intervalRule, parseInterval } from "../rules/monitor-interval.ts"
import { methods } from "../rules/monitor-settings.ts"
import { telemetryCondition } from "../rules/telemetry-condition.ts"

/** Schemas of a monitor's fields, shared by GraphQL, REST, command line and documents. */

const oneOf = (values: readonly string[]) => `must be one of ${values.join(", ")}`

const url = text(2048)
  .trim()
  .superRefine((value, ctx) => {
    const detail = urlFault(value)
    if (detail !== null) ctx.addIssue({ code: "custom", message: detail })
  })

const host = text(255).transform((value, ctx) => {
  const parsed = parseHost(value)
  if (parsed !== null) return parsed
  ctx.addIssue({ code: "custom", message: hostRule })
  return z.NEVER
})

const interval = text(20).transform((value, ctx) => {
  const seconds = parseInterval(value)
  if (seconds !== null) return seconds
  ctx.addIssue({ code: "custom", message: intervalRule })
  return z.NEVER
})

const labels = "must be at most 50 labels"
const yearMinutes = 525_600

export const fields = {
  name,
  description,
  /** `1m` to `24h`; parsed to seconds. */
  interval,
  timeoutSeconds: wholeNumber(1, 60),
  failureThreshold: wholeNumber(1, 100),
  recoveryThreshold: wholeNumber(1, 100),
  flapWindowMinutes: wholeNumber(0, 60),
  parentId: id,
  labels: z.array(name, { error: "must be a list of names" }).max(50, labels),
  labelIds: z.array(id, { error: "must be a list of UUIDs" }).max(50, labels),
  url,
  host,
  port: wholeNumber(1, 65_535),
  dnsRecordType: z.enum(DnsRecordType, { error: oneOf(Object.keys(DnsRecordType)) }),
  heartbeatIntervalMinutes: wholeNumber(1, yearMinutes),
  heartbeatGraceMinutes: wholeNumber(0, yearMinutes),
  method: z.enum(methods, { error: oneOf(methods) }),
  headers: requestHeaders,
  body: text(65_536),
  maxRedirects: wholeNumber(0, 20),
  assertions,
  resolver: text(255).trim().refine(isResolver, resolverRule),
  expectedValues: z
    .array(text(1000), { error: "must be a list of texts" })
    .max(50, "must be at most 50 values"),
  serverName: host,
  telemetry: telemetryCondition,
}
