import { timeLimit } from "./assertion.ts"
import type { Assertion } from "./conversion.ts"
import type { Draft } from "./draft.ts"
import { drop, type Dropped, type Item } from "./item.ts"
import { flag, list, members, number, readMembers, text, textsIn } from "./read-members.ts"
import type { Request } from "./request.ts"
import { inside, isMembers, type Members } from "./source.ts"
import { resolverAt, type Target } from "./target.ts"
import { plural, quoted } from "./convert-messages.ts"

const shape = {
  hostname: text,
  resolution: number,
  sendnotificationwhendown: number,
  status: text,
  paused: flag,
  tags: list,
  ipv6: flag,
  responsetime_threshold: number,
  verify_certificate: flag,
  ssl_down_days_before: number,
}

export function convertCheck(raw: Members, item: Item): Draft | Dropped {
  const read = readMembers(shape, raw, item)
  const noted = raw["type"]
  const isDetailed = isMembers(noted)
  const kind = isDetailed ? Object.keys(noted)[0] : noted
  if (typeof kind !== "string") {
    return drop("transaction checks are not supported")
  }
  const detail = isDetailed && isMembers(noted[kind]) ? noted[kind] : null
  const target = targetOf(kind, read.hostname, detail, read.verify_certificate, item)
  if ("dropped" in target) return target
  if (read.ipv6 === true) {
    item.lossy("Restricting it to IPv6 is not supported; both address families are checked", "ipv6")
  }
  const tags = (read.tags ?? []).map((tag) => inside(tag, "name") ?? tag)
  const limit = timeLimit(read.responsetime_threshold)
  const inner = readMembers({ ssl_down_days_before: number }, inside(noted, "http"), item, [
    "type",
    "http",
  ])
  const days = read.ssl_down_days_before ?? inner.ssl_down_days_before ?? 0
  const certificate: Assertion = { kind: "certificate_days", min_days: days, level: "offline" }
  return {
    ...target,
    timeoutSeconds: limit.timeoutSeconds,
    assertions: [
      ...(target.assertions ?? []),
      ...(limit.assertions ?? []),
      ...(target.type === "http" && days > 0 ? [certificate] : []),
    ],
    intervalSeconds: read.resolution === undefined ? undefined : read.resolution * 60,
    failureThreshold: read.sendnotificationwhendown,
    isPaused: read.status === "paused" || read.paused === true,
    labels: textsIn(tags, item, "tags"),
  }
}

type Made =
  | (Target & {
      request?: Request
      resolver?: string | undefined
      assertions?: Assertion[]
      expectedValues?: string[]
    })
  | Dropped

/** The list contains a check's type without its settings. */
function targetOf(
  kind: string,
  host: string | undefined,
  detail: Members | null,
  verifies: boolean | undefined,
  item: Item,
): Made {
  switch (kind) {
    case "http":
      return detail === null ? guessed(host, item) : website(host, detail, verifies, item)
    case "ping":
      return { type: "ping", host }
    case "tcp":
      return port(kind, host, detail, item)
    case "smtp":
    case "pop3":
    case "imap":
      item.lossy(`${kind.toUpperCase()} is not supported; only the connection is checked`)
      return port(kind, host, detail, item)
    case "dns":
      return lookup(host, detail, item)
    default:
      return drop(`checks of the type ${quoted(kind)} are not supported`, "type")
  }
}

function guessed(host: string | undefined, item: Item): Target {
  item.lossy(
    "A list of checks does not contain path, port and encryption: https and / were assumed. Convert the response of /checks/{id} for the exact URL",
  )
  return { type: "http", url: host === undefined ? undefined : `https://${host.trim()}/` }
}

const websiteShape = {
  url: text,
  encryption: flag,
  port: number,
  shouldcontain: text,
  shouldnotcontain: text,
  username: text,
  password: text,
  postdata: text,
  requestheaders: members,
  verify_certificate: flag,
}

function website(
  host: string | undefined,
  detail: Members,
  verifies: boolean | undefined,
  item: Item,
): Made {
  const read = readMembers(websiteShape, detail, item, ["type", "http"])
  const isSafe = read.encryption === true
  const usual = isSafe ? 443 : 80
  const at = read.port === undefined || read.port === usual ? "" : `:${read.port}`
  const path = (read.url ?? "/").replace(/^(?!\/)/, "/")
  const wanted = read.shouldcontain ?? ""
  const unwanted = read.shouldnotcontain ?? ""
  // Pingdom adds its own User-Agent, which is not a user's header.
  const headers = Object.keys(read.requestheaders ?? {}).filter((name) => name !== "User-Agent")
  return {
    type: "http",
    url:
      host === undefined ? undefined : `${isSafe ? "https" : "http"}://${host.trim()}${at}${path}`,
    request: {
      method: (read.postdata ?? "") === "" ? undefined : "POST",
      headerCount: headers.length,
      hasBody: (read.postdata ?? "") !== "",
      hasCredentials: [read.username, read.password].some((one) => (one ?? "") !== ""),
      keyword:
        wanted !== "" ? { text: wanted, isWanted: true } : { text: unwanted, isWanted: false },
      ignoresCertificate: (read.verify_certificate ?? verifies) === false && isSafe,
    },
    assertions:
      wanted !== "" && unwanted !== ""
        ? [{ kind: "body", comparison: "not_contains", value: unwanted }]
        : [],
  }
}

function lookup(host: string | undefined, detail: Members | null, item: Item): Made {
  const read = readMembers({ nameserver: text, expectedip: text }, detail, item, ["type", "dns"])
  if (detail === null)
    item.lossy("A list of checks does not contain its name server and expected values")
  const resolver = resolverAt(read.nameserver ?? "", undefined)
  if ((read.nameserver ?? "") !== "" && resolver === undefined) {
    item.lossy(
      "Its name server is not an IP address and was not imported",
      "type",
      "dns",
      "nameserver",
    )
  }
  const expected = read.expectedip ?? ""
  if (expected === "") item.lossy("The export does not contain its record type: A was assumed")
  return {
    type: "dns",
    host,
    recordType: expected.includes(":") ? "AAAA" : "A",
    resolver,
    expectedValues: expected === "" ? [] : [expected],
  }
}

const usualPorts = new Map([
  ["smtp", 25],
  ["pop3", 110],
  ["imap", 143],
])
const portShape = { port: number, stringtosend: text, stringtoexpect: text }

function port(kind: string, host: string | undefined, detail: Members | null, item: Item): Made {
  const read = readMembers(portShape, detail, item, ["type", kind])
  const words = [read.stringtosend, read.stringtoexpect].filter((one) => (one ?? "") !== "")
  if (words.length > 0) {
    item.lossy(
      `Its queries and expected responses (${plural(words.length, "text")}) were not imported; only the connection is checked`,
    )
  }
  const usual = usualPorts.get(kind)
  if (read.port === undefined && usual === undefined) {
    return drop("a list of checks does not contain its port: convert the response of /checks/{id}")
  }
  if (read.port === undefined)
    item.lossy(`The export does not contain its port: ${usual} was assumed`)
  return { type: "tcp", host, port: read.port ?? usual }
}
