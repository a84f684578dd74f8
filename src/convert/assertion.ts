import { RE2JS } from "re2js"
import kinds from "../../schema/monitor-kinds.json" with { type: "json" }
import type { Assertion, MonitorType } from "./conversion.ts"

/** Length limits of assertions in an import. */

/** Why an import would refuse the assertion; null if it would not. */
export function assertionFault(one: Assertion, type: MonitorType): string | null {
  const known: readonly string[] = kinds[type].assertions
  if (!known.includes(one.kind)) return `not supported for ${type} monitors`
  switch (one.kind) {
    case "status":
      return null
    case "header":
      if (!/^[\w!#$%&'*+.^`|~-]{1,200}$/.test(one.name)) return "the header name is not valid"
      return textFault(one.value, 0, 2000)
    case "body":
      return textFault(one.value, 1, 5000)
    case "regex":
      return textFault(one.pattern, 1, 1000) ?? patternFault(one.pattern)
    case "json_path":
      return textFault(one.path, 1, 500) ?? textFault(one.value ?? "", 0, 2000)
    case "response_time":
      return numberFault(one.max_ms, 1, 60_000, "ms")
    case "certificate_days":
      return numberFault(one.min_days, 0, 3650, "days")
  }
}

function textFault(text: string, least: number, most: number): string | null {
  if (text.length < least) return "it is empty"
  if (text.length > most) return `it is longer than ${most.toLocaleString("en")} characters`
  return text.isWellFormed() && !text.includes("\0")
    ? null
    : "it contains characters that cannot be stored"
}

function patternFault(pattern: string): string | null {
  try {
    RE2JS.compile(pattern)
    return null
  } catch {
    return "it is not a regular expression in RE2 syntax"
  }
}

const numberFault = (value: number, least: number, most: number, unit: string): string | null =>
  Number.isInteger(value) && value >= least && value <= most
    ? null
    : `it is not a whole number from ${least} to ${most.toLocaleString("en")} ${unit}`

/** Escapes a text for a regular expression. */
export const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

const dayMs = 86_400_000

/** Fails the check if the certificate expires sooner than this; null unless it is a whole number of days. */
export const certificateLeft = (ms: number): Assertion | null =>
  ms % dayMs === 0 && ms >= 0
    ? { kind: "certificate_days", min_days: ms / dayMs, level: "offline" }
    : null

/** A time limit as the timeout, plus an assertion if whole seconds are not exact. */
export function timeLimit(ms: number | undefined): {
  timeoutSeconds?: number
  assertions?: Assertion[]
} {
  if (ms === undefined || ms <= 0) return {}
  const seconds = Math.ceil(ms / 1000)
  if (ms % 1000 === 0 || ms > 60_000) return { timeoutSeconds: seconds }
  const limit: Assertion = { kind: "response_time", max_ms: Math.ceil(ms), level: "offline" }
  return { timeoutSeconds: seconds, assertions: [limit] }
}

/** Response times above this are degraded. */
export const slowAfter = (ms: number | undefined): Assertion[] =>
  ms === undefined || ms <= 0
    ? []
    : [{ kind: "response_time", max_ms: Math.round(ms), level: "degraded" }]
