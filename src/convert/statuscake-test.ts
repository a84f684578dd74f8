import type { Draft } from "./draft.ts"
import { drop, type Dropped, type Item } from "./item.ts"
import { flag, list, number, readMembers, text, textsIn } from "./read-members.ts"
import { codesWhere, readCodes } from "./codes.ts"
import { countHeaders, keywordUnless, type Request } from "./request.ts"
import { isFilled, type Members } from "./source.ts"
import { resolverAt, type Target } from "./target.ts"
import { quoted } from "./convert-messages.ts"

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
      `Its alert delay of ${read.trigger_rate} min was not imported; the failure threshold decides`,
      "trigger_rate",
    )
  }
  if ((read.confirmation ?? 0) > 0) {
    item.lossy(
      `Confirmation by ${read.confirmation} other servers is not supported; failures are confirmed by a second attempt over a new connection`,
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

type Made =
  | (Target & { request?: Request; resolver?: string | undefined; expectedValues?: string[] })
  | Dropped
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
): Made {
  switch (kind.toUpperCase()) {
    case "HTTP":
    case "HEAD":
      return { type: "http", url: place, request: requestOf(kind, raw, item) }
    case "PING":
      return { type: "ping", host: place }
    case "TCP":
      if (port !== undefined) return { type: "tcp", host: place, port }
      return drop(
        "a list of tests does not contain its port: convert the response of /uptime/{test_id}",
      )
    case "SMTP":
    case "SSH":
      item.lossy(`${kind.toUpperCase()} is not supported; only the connection is checked`)
      if (port === undefined) {
        item.lossy(
          `The export does not contain its port: ${usualPorts.get(kind.toUpperCase())} was assumed`,
        )
      }
      return { type: "tcp", host: place, port: port ?? usualPorts.get(kind.toUpperCase()) }
    case "DNS":
      return lookup(place, raw, item)
    case "PUSH":
      return drop("the export does not contain its period: create a heartbeat monitor by hand")
    default:
      return drop(`tests of the type ${quoted(kind)} are not supported`, "test_type")
  }
}

const requestShape = {
  find_string: text,
  follow_redirects: flag,
  status_codes: list,
  status_codes_csv: text,
}

type Codes = { status_codes?: unknown[] | undefined; status_codes_csv?: string | undefined }

/** Status codes that do not trigger an alert. */
function codesBut({ status_codes: listed, status_codes_csv: csv = "" }: Codes, item: Item) {
  const given = listed ?? csv.split(",").filter((one) => one.trim() !== "")
  if (given.length === 0) return undefined
  const alarming = readCodes(given.filter((one) => !beyond.test(String(one).trim())))
  if (alarming !== null) return codesWhere((code) => !alarming.has(code))
  item.lossy("Its alerting status codes are not valid; every 2xx is accepted", "status_codes")
  return undefined
}

/** StatusCake's codes beyond HTTP, which no server sends. */
const beyond = /^[6-9]\d\d$/

function lookup(host: string | undefined, raw: Members, item: Item): Made {
  const read = readMembers({ dns_server: text, dns_ips: list, dns_ips_csv: text }, raw, item)
  const given = read.dns_ips ?? (read.dns_ips_csv ?? "").split(",").filter((one) => one !== "")
  const expected = textsIn(given, item, "dns_ips")
  const resolver = resolverAt(read.dns_server ?? "", undefined)
  if ((read.dns_server ?? "") !== "" && resolver === undefined) {
    item.lossy("Its name server is not an IP address and was not imported", "dns_server")
  }
  const isSix = expected.length > 0 && expected.every((one) => one.includes(":"))
  if (expected.length > 1) {
    item.lossy(
      "In StatusCake any one of its expected addresses suffices; here the answer must contain all",
    )
  }
  const recordType = isSix ? "AAAA" : "A"
  if (expected.length === 0) {
    item.lossy("The export does not contain its record type: A was assumed")
  }
  return { type: "dns", host, recordType, resolver, expectedValues: expected }
}

function requestOf(kind: string, raw: Members, item: Item): Request {
  const read = readMembers(requestShape, raw, item)
  const isPost = isFilled(raw["post_body"]) || isFilled(raw["post_raw"])
  const headers = countHeaders(raw["custom_header"]) + (isFilled(raw["user_agent"]) ? 1 : 0)
  return {
    method: kind.toUpperCase() === "HEAD" ? "HEAD" : isPost ? "POST" : undefined,
    headerCount: headers,
    hasBody: isPost,
    hasCredentials: [raw["basic_username"], raw["basic_password"]].some(isFilled),
    codes: codesBut(read, item),
    keyword: keywordUnless(raw, "do_not_find", read.find_string ?? "", item),
    ...(read.follow_redirects === false && { maxRedirects: 0 }),
  }
}
