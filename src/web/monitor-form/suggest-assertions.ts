import type { MonitorTest } from "./form-documents.ts"
import type { AssertionKind } from "../monitor/monitor-documents.ts"
import type { AssertionDraft } from "./form-draft.ts"

/** An assertion that the answer of a test would pass, and what it says. */
export type Suggestion = { words: string; assertion: AssertionDraft }

const offline = "OFFLINE" as const
const degraded = "DEGRADED" as const
const dayMs = 86_400_000

/** What can be said about the answer as a whole. */
export function suggestBasics(test: MonitorTest, now: number): Suggestion[] {
  const { httpStatus, certificate, durationMs } = test
  const maxMs = String(doubled(durationMs))
  return [
    ...(httpStatus === null ? [] : [status(String(httpStatus))]),
    {
      words: `Response within ${maxMs} ms`,
      assertion: { kind: "RESPONSE_TIME", level: degraded, maxMs },
    },
    ...(certificate === null ? [] : [certificateDays(certificate.expiresAt, now)]),
  ]
}

const status = (codes: string): Suggestion => ({
  words: `Status is ${codes}`,
  assertion: { kind: "STATUS", level: offline, codes },
})

/** Twice the time seen, rounded up to a number that people would choose. */
function doubled(ms: number): number {
  const wanted = Math.max(50, ms * 2)
  const step = 10 ** Math.floor(Math.log10(wanted)) / 2
  return Math.min(60_000, Math.ceil(wanted / step) * step)
}

/** Two weeks before the end, or half of what is left. */
function certificateDays(expiresAt: string, now: number): Suggestion {
  const left = Math.floor((Date.parse(expiresAt) - now) / dayMs)
  const minDays = String(left > 14 ? 14 : Math.max(1, Math.floor(left / 2)))
  return {
    words: `Certificate valid for ${minDays} more days`,
    assertion: { kind: "CERTIFICATE_DAYS", level: degraded, minDays },
  }
}

/** Headers whose value is the same each time; others would fail soon. */
const passing = /^(date|age|etag|set-cookie|last-modified|expires|content-length|x-request-id)$/i

export const readHead = (
  head: string,
): { line: string; headers: { name: string; value: string }[] } => {
  const [line = "", ...rest] = head.split(/\r?\n/).filter((one) => one !== "")
  const headers = rest.map((one) => {
    const [name = "", value = ""] = one.split(/:(.*)/s).map((part) => part.trim())
    return { name, value }
  })
  return { line, headers }
}

/** Null for a header whose value changes with every response. */
export const suggestHeader = (name: string, value: string): Suggestion | null =>
  passing.test(name) || value === ""
    ? null
    : {
        words: `${name} is ${value}`,
        assertion: { kind: "HEADER", level: offline, name, comparison: "EQUALS", value },
      }

const mostLeaves = 60
const mostDepth = 6

export type Leaf = { path: string; value: string; suggestion: Suggestion }

/** The values of a JSON body with their paths; null if it is not JSON. */
export function leavesOf(body: string): Leaf[] | null {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    // Other text, or JSON that was cut.
    return null
  }
  if (typeof json !== "object" || json === null) return null
  const found: Leaf[] = []
  walk(json, "$", 0)
  return found

  function walk(value: unknown, path: string, depth: number): void {
    if (found.length >= mostLeaves) return
    if (typeof value === "object" && value !== null && depth < mostDepth) {
      const isList = Array.isArray(value)
      for (const [key, below] of Object.entries(value)) {
        walk(below, isList ? `${path}[${key}]` : `${path}${memberOf(key)}`, depth + 1)
      }
    } else if (typeof value !== "object") {
      found.push({ path, value: JSON.stringify(value), suggestion: jsonValue(path, value) })
    }
  }
}

/** RFC 9535: `.name`, or quoted in brackets. */
const memberOf = (key: string): string =>
  /^[a-z_]\w*$/i.test(key) ? `.${key}` : `['${key.replaceAll(/['\\]/g, String.raw`\$&`)}']`

const jsonValue = (path: string, value: unknown): Suggestion => ({
  words: `${path} is ${String(value)}`,
  assertion: {
    kind: "JSON_PATH",
    level: offline,
    path,
    comparison: "EQUALS",
    value: String(value),
  },
})

const mostText = 200

/** The selected text, on one line; null if there is too little to look for. */
export function suggestText(selected: string): Suggestion | null {
  const value = selected.trim().split("\n", 1)[0]?.slice(0, mostText) ?? ""
  if (value.length < 2) return null
  return {
    words: `Body contains “${value.length > 40 ? `${value.slice(0, 39)}…` : value}”`,
    assertion: { kind: "BODY", level: offline, comparison: "CONTAINS", value },
  }
}

/** The title of a page, which says more than its first line; JSON is asserted by its values. */
export function suggestTitle(body: string): Suggestion | null {
  if (leavesOf(body) !== null) return null
  const [, title] = /<title[^>]*>([^<]{2,200})<\/title>/i.exec(body) ?? []
  if (title !== undefined) return suggestText(title)
  return body.trimStart().startsWith("<") ? null : suggestText(body)
}

export const isKnown = (all: readonly AssertionDraft[], one: AssertionDraft): boolean =>
  all.some((other) =>
    Object.entries(one).every(([name, value]) => other[name as keyof AssertionDraft] === value),
  )

/** For kinds that cannot be asserted on, such as a header of a ping. */
export const onlyPossible = (
  all: readonly (Suggestion | null)[],
  isPossible: (kind: AssertionKind) => boolean,
): Suggestion[] =>
  all.flatMap((one) => (one !== null && isPossible(one.assertion.kind) ? [one] : []))
