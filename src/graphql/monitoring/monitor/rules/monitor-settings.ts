import { z } from "zod"
import { wholeNumber } from "../../../kernel/input.ts"
import { text } from "../../../../platform/text-schema.ts"
import { telemetryCondition } from "./telemetry-condition.ts"

/** Settings beyond the target, stored as JSON; values equal to the default are not stored. */

const level = z.enum(["offline", "degraded"])
const comparison = z.enum(["contains", "not_contains", "equals", "not_equals"])
const headerName = text(200).regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "must be a header name")

const variant = <T extends z.ZodRawShape>(shape: T) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `must not have ${issue.keys.join(", ")}, which is not a member of this kind of assertion`
        : undefined,
  })

/** A condition on the result of a check; `level` is the status if it fails. */
export const assertion = z.discriminatedUnion("kind", [
  variant({
    kind: z.literal("status"),
    /** Codes and ranges: "200-299,304". */
    codes: text(200).regex(
      /^[1-5]\d\d(-[1-5]\d\d)?(,[1-5]\d\d(-[1-5]\d\d)?)*$/,
      "must be status codes and ranges such as 200-299,304",
    ),
    level: level.default("offline"),
  }),
  variant({
    kind: z.literal("header"),
    name: headerName,
    comparison,
    value: text(2000),
    level: level.default("offline"),
  }),
  variant({
    kind: z.literal("body"),
    comparison,
    value: text(5000).min(1, "must not be empty"),
    level: level.default("offline"),
  }),
  variant({
    kind: z.literal("regex"),
    /** RE2 syntax: linear time, no look-around. */
    pattern: text(1000).min(1, "must not be empty"),
    matches: z.boolean().default(true),
    level: level.default("offline"),
  }),
  variant({
    kind: z.literal("json_path"),
    /** RFC 9535. */
    path: text(500).startsWith("$", "must start with $"),
    comparison: z.enum([
      "exists",
      "not_exists",
      ...comparison.options,
      "less_than",
      "greater_than",
    ]),
    /** Compared as text, or as numbers by less_than and greater_than. */
    value: text(2000).default(""),
    level: level.default("offline"),
  }),
  variant({
    kind: z.literal("response_time"),
    maxMs: wholeNumber(1, 60_000),
    level: level.default("degraded"),
  }),
  variant({
    kind: z.literal("certificate_days"),
    minDays: wholeNumber(0, 3650),
    level: level.default("degraded"),
  }),
])
export type Assertion = z.output<typeof assertion>

export const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const

export const settings = z.strictObject({
  method: z.enum(methods).default("GET"),
  body: text(65_536).default(""),
  /** How many redirects to follow; 0 evaluates the first response. */
  maxRedirects: wholeNumber(0, 20).default(10),
  assertions: z.array(assertion).max(20, "must be at most 20 assertions").default([]),
  /** dns: the server to query (address or address:port) instead of the system's resolvers. */
  resolver: text(255).nullable().default(null),
  /** dns: values that must be among the answers. */
  expectedValues: z.array(text(1000)).max(50, "must be at most 50 values").default([]),
  /** tls: the server name to request (SNI) and verify, if it is not the host. */
  serverName: text(255).nullable().default(null),
  telemetry: telemetryCondition.nullable().default(null),
})
export type Settings = z.output<typeof settings>

export const headers = z
  .record(headerName, text(8000).regex(/^[^\r\n]*$/, "must be one line"), {
    error: (issue) => (issue.code === "invalid_key" ? "must be a header name" : "must be headers"),
  })
  .refine((all) => Object.keys(all).length <= 50, "must be at most 50 headers")
