import manifest from "../../../package.json" with { type: "json" }
import type { Target } from "../../graphql/monitor/target.ts"
import { clip } from "../compare.ts"

export type Request = {
  method: string
  url: URL
  /** By their names in lower case; each as it was written. */
  headers: Map<string, [name: string, value: string]>
  body: string
}

/** Framing and the life of the connection are ours to say: a wrong one would break our own request. */
const ours = new Set(["connection", "content-length", "keep-alive", "te", "trailer"])
const alsoOurs = new Set(["transfer-encoding", "proxy-connection", "expect"])

/** The first request of a check; null where the URL cannot be one. */
export function firstRequest(target: Extract<Target, { kind: "http" }>): Request | null {
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
  return { method: target.method, url, headers, body: target.body }
}

/** What goes over the wire, the user's own headers before the defaults. */
export function wireHeaders({ method, url, headers, body }: Request, cookies: string) {
  const wire = defaults(url).map((one) => headers.get(one[0].toLowerCase()) ?? one)
  for (const [lower, one] of headers) {
    if (lower !== "cookie" && !defaultNames.has(lower)) wire.push(one)
  }
  const own = headers.get("cookie")?.[1] ?? ""
  const all = [own, cookies].filter((part) => part !== "").join("; ")
  if (all !== "") wire.push(["Cookie", all])
  if (body !== "" || ["POST", "PUT", "PATCH"].includes(method)) {
    wire.push(["Content-Length", String(Buffer.byteLength(body))])
  }
  return Object.fromEntries(wire.map(([name, value]) => [name, bytesOf(value)]))
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

/** Node takes bytes as Latin-1; this sends other letters as UTF-8, as curl does. */
const bytesOf = (text: string) =>
  /^[\t -~]*$/.test(text) ? text : Buffer.from(text).toString("latin1")

export const isWeb = (url: URL) => url.protocol === "http:" || url.protocol === "https:"

export const portOf = (url: URL) => Number(url.port) || (url.protocol === "https:" ? 443 : 80)

/** For people: without credentials and without the query, which may hold secrets. */
export const shown = (url: URL) => clip(`${url.origin}${url.pathname}`)

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A stray % in a password means itself.
    return text
  }
}
