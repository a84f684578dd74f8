import type { Assertion } from "./conversion.ts"
import type { Draft } from "./draft.ts"
import { drop, type Dropped, type Item } from "./item.ts"
import { flag, list, number, readMembers, text } from "./read-members.ts"
import { acceptedCodes, countHeaders, type Request } from "./request.ts"
import { isFilled, type Members } from "./source.ts"
import { resolverAt, splitPort } from "./target.ts"
import { quoted } from "./convert-messages.ts"

const shape = {
  monitor_type: text,
  url: text,
  port: text,
  check_frequency: number,
  request_timeout: number,
  confirmation_period: number,
  recovery_period: number,
  paused_at: text,
  status: text,
  request_body: text,
  ssl_expiration: number,
}

/** Types whose timeout is in milliseconds; all others use seconds. */
const inMilliseconds = new Set(["ping", "tcp", "udp", "smtp", "pop", "imap", "dns"])

export function convertMonitor(raw: Members, item: Item): Draft | Draft[] | Dropped {
  const read = readMembers(shape, raw, item)
  const { monitor_type: kind = "", url, check_frequency: frequency, request_timeout: wait } = read
  const pausedAt = read.paused_at ?? ""
  const isPaused = pausedAt !== "" || read.status === "paused"
  const common = {
    intervalSeconds: frequency,
    timeoutSeconds: wait === undefined ? undefined : inMilliseconds.has(kind) ? wait / 1000 : wait,
    failureThreshold: inARow(read.confirmation_period, frequency),
    recoveryThreshold: inARow(read.recovery_period, frequency),
    isPaused,
  }
  switch (kind) {
    case "status":
    case "expected_status_code":
    case "keyword":
    case "keyword_absence":
      return {
        ...common,
        type: "http",
        url,
        request: requestOf(kind, raw, item),
        assertions: warning(read.ssl_expiration),
      }
    case "ping":
      return { ...common, type: "ping", host: url }
    case "tcp":
    case "smtp":
    case "pop":
    case "imap":
      if (kind !== "tcp") {
        item.lossy(`${kind.toUpperCase()} is not supported; only the connection is checked`)
      }
      return ports(read.port, item).map((port, _, all) => ({
        ...common,
        type: "tcp",
        host: url,
        port,
        ...(all.length > 1 && { suffix: ` (${port})` }),
      }))
    case "dns":
      item.lossy("The export does not contain its record type: A was assumed")
      return { ...common, ...lookup(read, item) }
    default:
      return drop(`monitors of the type ${quoted(kind)} are not supported`, "monitor_type")
  }
}

/** Days before expiry at which a certificate warns; the default here is 14. */
const warning = (days: number | undefined): Assertion[] =>
  days === undefined || days === 14
    ? []
    : [{ kind: "certificate_days", min_days: days, level: "degraded" }]

/** The name is in the field of the request body, and the URL is the name server. */
function lookup(
  { request_body: host, url = "" }: { request_body?: string | undefined; url?: string | undefined },
  item: Item,
): Draft {
  const { host: server, port } = splitPort(url)
  const resolver = resolverAt(server, port)
  if (resolver === undefined)
    item.lossy("Its name server is not an IP address and was not imported", "url")
  return { type: "dns", host, recordType: "A", resolver }
}

/** Converts an alert delay in seconds to a number of failed checks. */
const inARow = (seconds: number | undefined, frequency: number | undefined): number | undefined =>
  seconds === undefined || frequency === undefined || frequency <= 0
    ? undefined
    : 1 + Math.ceil(seconds / frequency)

/** Ports may be a list: "25,465,587". */
function ports(given: string | undefined, item: Item): (number | undefined)[] {
  const words = (given ?? "").split(",").map((one) => one.trim())
  const known = words.filter((one) => /^\d{1,5}$/.test(one))
  if (known.length === 0) return [undefined]
  if (known.length < words.length) {
    item.lossy(`Some of its ports ${quoted(given)} are not numbers and were not imported`, "port")
  }
  return [...new Set(known.map(Number))]
}

const requestShape = {
  http_method: text,
  request_method: text,
  expected_status_codes: list,
  required_keyword: text,
  follow_redirects: flag,
  verify_ssl: flag,
}

function requestOf(kind: string, raw: Members, item: Item): Request {
  const read = readMembers(requestShape, raw, item)
  const expected = kind === "expected_status_code" ? read.expected_status_codes : undefined
  return {
    method: read.http_method ?? read.request_method,
    headerCount: countHeaders(raw["request_headers"]),
    hasBody: isFilled(raw["request_body"]),
    hasCredentials: [raw["auth_username"], raw["auth_password"]].some(isFilled),
    codes: acceptedCodes(expected, item, "expected_status_codes"),
    keyword: kind.startsWith("keyword")
      ? { text: read.required_keyword ?? "", isWanted: kind === "keyword" }
      : undefined,
    ...(read.follow_redirects === false && { maxRedirects: 0 }),
    ignoresCertificate: read.verify_ssl === false,
  }
}

const heartbeatShape = { period: number, grace: number, paused_at: text, status: text }

export function convertHeartbeat(raw: Members, item: Item): Draft | Dropped {
  const { period, grace, paused_at: pausedAt = "", status } = readMembers(heartbeatShape, raw, item)
  if (period === undefined) return drop("the export does not contain its period", "period")
  const isPaused = pausedAt !== "" || status === "paused"
  return { type: "heartbeat", periodSeconds: period, graceSeconds: grace, isPaused }
}
