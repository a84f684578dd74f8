import type { PingKind } from "../../prisma/generated/enums.ts"
import type { Ping } from "../graphql/monitoring/monitor/heartbeat/ping-heartbeat.ts"

/**
 * What a ping reports, in the conventions of other products as well, so that their senders only need another
 * address. Whatever says failure is one, even beside a word of success.
 */
export type Report = Pick<Ping, "kind" | "exitCode" | "durationMs"> & {
  /** A message in the query; null if there is none. */
  message: string | null
}

/** Ends of the path and values of `status` and `state`, by what they report. */
const words = new Map<string, PingKind>([
  ...["success", "up", "ok", "complete", "completed", "finish", "finished", "passed"].map(
    (word) => [word, "success"] as const,
  ),
  ...["start", "starting", "run", "running", "in_progress"].map((word) => [word, "start"] as const),
  ...["fail", "failed", "failure", "error", "down", "critical", "timeout", "missed"].map(
    (word) => [word, "fail"] as const,
  ),
  ["log", "log"],
])

/** Fields of the query that hold an exit code, and those of a body, where others may mean anything. */
const queryCodes = ["exit_code", "exitcode", "status_code", "rc", "s"]
const formCodes = ["exit_code", "exitcode", "s"]
const jsonCodes = ["exit_code", "exitcode"]
const messageNames = ["msg", "message", "m", "error", "failure_message"]

/** One ping, or what is wrong with its address. */
export type ReadPing = { report: Report; fault: null } | { report: null; fault: "end" | "status" }

/** @param end the part of the path after the secret. */
export function readPing(end: string | undefined, query: URLSearchParams): ReadPing {
  const ended = readEnd(end)
  if (ended === null) return { report: null, fault: "end" }
  const said = readFields(query, queryCodes)
  if (said.isUnknown) return { report: null, fault: "status" }
  const all = [ended.word, ...said.words]
  const codes = [ended.exitCode, ...said.codes].filter((code) => code !== null)
  const failing = codes.find((code) => code !== 0)
  const isFailed = failing !== undefined || all.includes("fail")
  const kind = all.includes("log")
    ? "log"
    : isFailed
      ? "fail"
      : all.includes("start")
        ? "start"
        : "success"
  const { durationMs, message } = said
  return {
    report: { kind, exitCode: codeOf(failing ?? codes[0]), durationMs, message },
    fault: null,
  }
}

/** Adds the body, which counts only where it says failure, because it may be any text. */
export function withBody({ message, ...report }: Report, body: string) {
  const { words, codes } = readBodyFields(body)
  const failing = codes.find((code) => code !== 0)
  const isFailed = failing !== undefined || words.includes("fail")
  return {
    ...report,
    ...(isFailed && report.kind !== "log" ? { kind: "fail" as const } : {}),
    exitCode: report.exitCode ?? codeOf(failing),
    body: [message ?? "", body].filter((part) => part !== "").join("\n"),
  }
}

/** Null if it is not known. */
function readEnd(end: string | undefined): { word: PingKind; exitCode: number | null } | null {
  if (end === undefined) return { word: "success", exitCode: null }
  if (/^(0|[1-9]\d{0,2})$/.test(end) && Number(end) <= 255) {
    return { word: "success", exitCode: Number(end) }
  }
  const word = words.get(end)
  return word === undefined ? null : { word, exitCode: null }
}

const codeOf = (code: number | undefined): number | null =>
  code === undefined || code < 0 || code > 255 ? null : code

type Fields = {
  words: PingKind[]
  /** Whether a status is no known word. */
  isUnknown: boolean
  codes: number[]
  durationMs: number | null
  message: string | null
}

function readFields(entries: Iterable<[string, string]>, codeNames: string[]): Fields {
  const read: Fields = { words: [], isUnknown: false, codes: [], durationMs: null, message: null }
  for (const [given, value] of entries) {
    const name = given.toLowerCase()
    const text = value.trim()
    if (text === "") continue
    if (name === "status" || name === "state") {
      const word = words.get(text.toLowerCase())
      if (/^\d{1,2}$/.test(text)) read.codes.push(Number(text))
      else if (word === undefined) read.isUnknown = true
      else read.words.push(word)
    } else if (name === "success") {
      read.words.push(/^(true|1|yes)$/i.test(text) ? "success" : "fail")
    } else if (codeNames.includes(name) && /^-?\d{1,9}$/.test(text)) read.codes.push(Number(text))
    else if (messageNames.includes(name)) {
      read.message ??= text
      const isError = name === "error" || name === "failure_message"
      if (isError && !/^(0|false|no|none|null|undefined)$/i.test(text)) read.words.push("fail")
    } else read.durationMs ??= durationOf(name, text)
  }
  return read
}

const longestMs = 2_147_483_647
const usualUnits: Record<string, string> = { ping: "ms", duration: "s", metric: "s", runtime: "s" }

/** `ping=12.5` in milliseconds, `duration=10s`, `metric=duration:3.2` in seconds. */
function durationOf(name: string, text: string): number | null {
  const [, count, unit] = /^(?:duration:)?(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h)?$/.exec(text) ?? []
  const usual = Object.hasOwn(usualUnits, name) ? usualUnits[name] : undefined
  if (count === undefined || usual === undefined) return null
  if (name === "metric" && !text.startsWith("duration:")) return null
  return Math.min(Math.round(Number(count) * (unitMs.get(unit ?? usual) ?? 1)), longestMs)
}

const unitMs = new Map([
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
])

const mostBody = 4000

/** Fields of a form or of a JSON object; other bodies have none that a sender could mean. */
function readBodyFields(body: string): Fields {
  const text = body.trim()
  const isFields = text.length <= mostBody && (/^[\w.-]+=\S*$/.test(text) || text.startsWith("{"))
  if (!isFields) return readFields([], [])
  if (!text.startsWith("{")) return readFields(new URLSearchParams(text), formCodes)
  try {
    const held = Object.entries(Object(JSON.parse(text)) as Record<string, unknown>)
    return readFields(
      held.flatMap(([name, value]): [string, string][] =>
        typeof value === "string" || typeof value === "number" || typeof value === "boolean"
          ? [[name, String(value)]]
          : [],
      ),
      jsonCodes,
    )
  } catch {
    // A log that begins with a brace.
    return readFields([], [])
  }
}
