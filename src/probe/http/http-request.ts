import manifest from "../../../package.json" with { type: "json" }
import type { Target } from "../../graphql/monitoring/monitor/rules/monitor-target.ts"
import { clip } from "../compare.ts"
import type { TraceContext } from "./trace-context.ts"

export type Request = {
  method: string
  url: URL
  /** By lower-case name; each with its original spelling. */
  headers: Map<string, [name: string, value: string]>
  body: string
  /** The trace that the target is asked to keep, if any. */
  traceId: string | null
}

/** Headers that control framing and connection, which users must not set. */
const ours = new Set(["connection", "content-length", "keep-alive", "te", "trailer"])
const alsoOurs = new Set(["transfer-encoding", "proxy-connection", "expect"])

/** The first request of a check; null if the URL is not valid. The monitor's own traceparent wins over `trace`. */
export function firstRequest(
  target: Target<"http">,
  trace: TraceContext | null = null,
): Request | null {
  const url = URL.parse(target.url)
  if (url === null || !isWeb(url)) return null
  const headers: Request["headers"] = new Map()
  for (const [name, value] of Object.entries(target.headers)) {
    const lower = name.toLowerCase()
    if (!ours.has(lower) && !alsoOurs.has(lower)) headers.set(lower, [name, value])
  }
  if (headers.has("upgrade")) headers.set("connection", ["Connection", "Upgrade"])
  if ((url.username || url.password) && !headers.has("authorization")) {
    const pair = `${decode(url.username)}:${decode(url.password)}`
    const basic = `Basic ${Buffer.from(pair).toString("base64")}`
    headers.set("authorization", ["Authorization", basic])
  }
  const sent = headers.has("traceparent") ? null : trace
  if (sent !== null) {
    headers.set("traceparent", ["traceparent", sent.traceparent])
    headers.set("tracestate", ["tracestate", sent.tracestate])
  }
  const { method, body } = target
  return { method, url, headers, body, traceId: sent?.sampledId ?? null }
}

/** The monitor's own cookies. */
export const ownCookies = ({ headers }: Request): string => headers.get("cookie")?.[1] ?? ""

/** The headers as sent: the user's first, then defaults. `cookies` is the whole Cookie header. */
export function headerLines({ method, url, headers, body }: Request, cookies: string) {
  const lines = defaults(url).map((one) => headers.get(one[0].toLowerCase()) ?? one)
  for (const [lower, one] of headers) {
    if (lower !== "cookie" && !defaultNames.has(lower)) lines.push(one)
  }
  if (cookies !== "") lines.push(["Cookie", cookies])
  if (body !== "" || ["POST", "PUT", "PATCH"].includes(method)) {
    lines.push(["Content-Length", String(Buffer.byteLength(body))])
  }
  return Object.fromEntries(lines.map(([name, value]) => [name, bytesOf(value)]))
}

const userAgent = `Watchkeeper/${manifest.version}`
const defaultNames = new Set(["host", "user-agent", "accept", "accept-encoding", "connection"])
const defaults = (url: URL): [name: string, value: string][] => [
  ["Host", url.host],
  ["User-Agent", userAgent],
  ["Accept", "*/*"],
  ["Accept-Encoding", "identity"],
  ["Connection", "close"],
]

/** Node encodes headers as Latin-1; this encodes other characters as UTF-8, as curl does. */
const bytesOf = (text: string) =>
  /^[\t -~]*$/.test(text) ? text : Buffer.from(text).toString("latin1")

export const isWeb = (url: URL) => url.protocol === "http:" || url.protocol === "https:"

export const portOf = (url: URL) => Number(url.port) || (url.protocol === "https:" ? 443 : 80)

/** The URL for display, without credentials and query, which may contain secrets. */
export const shown = (url: URL) => clip(`${url.origin}${url.pathname}`)

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A stray % in a password is literal.
    return text
  }
}
