import type { Draft } from "./draft.ts"
import type { Dropped, Item } from "./item.ts"
import { drop } from "./item.ts"
import { flag, list, number, readMembers, text, textsIn } from "./members.ts"
import type { Request } from "./request.ts"
import type { Members } from "./source.ts"
import type { Target } from "./target.ts"
import { quoted } from "./words.ts"

const shape = {
  website_url: text,
  test_type: text,
  check_rate: number,
  timeout: number,
  paused: flag,
  tags: list,
  port: number,
  confirmation: number,
  trigger_rate: number,
}

export function convertTest(raw: Members, item: Item): Draft | Dropped {
  const read = readMembers(shape, raw, item)
  const target = targetOf(read.test_type ?? "", read, raw, item)
  if ("dropped" in target) return target
  if ((read.trigger_rate ?? 0) > 0) {
    item.lossy(
      `Its alarm waits ${read.trigger_rate} min there; here the failure threshold decides`,
      "trigger_rate",
    )
  }
  if ((read.confirmation ?? 0) > 0) {
    item.lossy(
      `Its failures are confirmed by ${read.confirmation} other servers there; here by a second look over a new connection`,
      "confirmation",
    )
  }
  return {
    ...target,
    intervalSeconds: read.check_rate,
    timeoutSeconds: read.timeout,
    isPaused: read.paused,
    labels: textsIn(read.tags, item, "tags"),
  }
}

type Place = { website_url?: string | undefined; port?: number | undefined }
const usualPorts = new Map([
  ["SMTP", 25],
  ["SSH", 22],
])

function targetOf(
  kind: string,
  { website_url: place, port }: Place,
  raw: Members,
  item: Item,
): (Target & { request?: Request }) | Dropped {
  switch (kind.toUpperCase()) {
    case "HTTP":
    case "HEAD":
      return { type: "http", url: place, request: requestOf(kind, raw, item) }
    case "PING":
      return { type: "ping", host: place }
    case "TCP":
      if (port !== undefined) return { type: "tcp", host: place, port }
      return drop("a list of tests does not tell its port: convert the answer of /uptime/{test_id}")
    case "SMTP":
    case "SSH":
      item.lossy(`That ${kind.toUpperCase()} is spoken was left out; here the connection counts`)
      return { type: "tcp", host: place, port: port ?? usualPorts.get(kind.toUpperCase()) }
    case "DNS":
      item.lossy(
        "Its name server and the addresses that it expects were left out; A records of the name are looked up",
      )
      return { type: "dns", host: place, recordType: "A" }
    case "PUSH":
      return drop(
        "the export does not tell how often its ping is due: make a heartbeat monitor by hand",
      )
    default:
      return drop(`tests of the type ${quoted(kind)} have no counterpart here`, "test_type")
  }
}

const requestShape = {
  find_string: text,
  do_not_find: flag,
  follow_redirects: flag,
  enable_ssl_alert: flag,
  basic_username: text,
  basic_password: text,
  final_endpoint: text,
  user_agent: text,
  include_header: flag,
}

function requestOf(kind: string, raw: Members, item: Item): Request {
  const read = readMembers(requestShape, raw, item)
  const codes = raw["status_codes"] ?? raw["status_codes_csv"]
  if (typeof codes === "string" || Array.isArray(codes) ? codes.length > 0 : false) {
    item.lossy("Which codes raise its alarm was left out; here every 2xx is good", "status_codes")
  }
  if ((read.final_endpoint ?? "") !== "") {
    item.lossy("Where its redirects must end was left out", "final_endpoint")
  }
  const isPost = isFilled(raw["post_body"]) || isFilled(raw["post_raw"])
  const headers = countHeaders(raw["custom_header"]) + (isFilled(read.user_agent) ? 1 : 0)
  return {
    method: kind.toUpperCase() === "HEAD" ? "HEAD" : isPost ? "POST" : undefined,
    headerCount: headers,
    hasBody: isPost,
    hasCredentials: isFilled(read.basic_username) || isFilled(read.basic_password),
    keyword: { text: read.find_string ?? "", isWanted: read.do_not_find !== true },
    ...(read.follow_redirects === false && { maxRedirects: 0 }),
  }
}

/** A text, an object or a list that holds anything. */
const isFilled = (value: unknown): boolean =>
  typeof value === "object" && value !== null
    ? Object.keys(value).length > 0
    : value !== undefined && value !== null && value !== ""

/** Headers are an object, or JSON inside a text. */
function countHeaders(given: unknown): number {
  if (!isFilled(given)) return 0
  try {
    const held: unknown = typeof given === "string" ? JSON.parse(given) : given
    return typeof held === "object" && held !== null ? Object.keys(held).length : 1
  } catch {
    // What cannot be counted is one.
    return 1
  }
}
