import type { Draft } from "./draft.ts"
import type { Dropped, Item } from "./item.ts"
import { drop } from "./item.ts"
import { flag, list, members, number, readMembers, tellFilled, text, textsIn } from "./members.ts"
import type { Request } from "./request.ts"
import type { Members } from "./source.ts"
import { inside, isMembers } from "./source.ts"
import type { Target } from "./target.ts"
import { resolverAt } from "./target.ts"
import { plural, quoted } from "./words.ts"

const shape = {
  hostname: text,
  resolution: number,
  sendnotificationwhendown: number,
  status: text,
  paused: flag,
  tags: list,
}

export function convertCheck(raw: Members, item: Item): Draft | Dropped {
  const read = readMembers(shape, raw, item)
  const told = raw["type"]
  const isDetailed = isMembers(told)
  const kind = isDetailed ? Object.keys(told)[0] : told
  if (typeof kind !== "string") {
    return drop("a transaction check is a script in a browser, which has no counterpart here")
  }
  const detail = isDetailed && isMembers(told[kind]) ? told[kind] : null
  const target = targetOf(kind, read.hostname, detail, item)
  if ("dropped" in target) return target
  tellFilled(raw, item, losses)
  const tags = (read.tags ?? []).map((tag) => inside(tag, "name") ?? tag)
  return {
    ...target,
    intervalSeconds: read.resolution === undefined ? undefined : read.resolution * 60,
    failureThreshold: read.sendnotificationwhendown,
    isPaused: read.status === "paused" || read.paused === true,
    labels: textsIn(tags, item, "tags"),
  }
}

const losses = {
  responsetime_threshold: "Its limit on the response time was left out: set it by hand",
  ssl_down_days_before:
    "When it warns of a certificate is set there; here it is degraded below 14 days",
  notifyagainevery: "That its alarm is repeated was left out: escalation rules do that here",
  ipv6: "That it looks over one address family alone was left out",
  custom_message: "The message of its alarms was left out",
}

type Made = (Target & { request?: Request; resolver?: string | undefined }) | Dropped

/** A list tells the kind of a check, and nothing of how it looks. */
function targetOf(
  kind: string,
  host: string | undefined,
  detail: Members | null,
  item: Item,
): Made {
  switch (kind) {
    case "http":
      return detail === null ? guessed(host, item) : website(host, detail, item)
    case "ping":
      return { type: "ping", host }
    case "tcp":
      return port(kind, host, detail, item)
    case "smtp":
    case "pop3":
    case "imap":
      item.lossy(`That ${kind.toUpperCase()} is spoken was left out; here the connection counts`)
      return port(kind, host, detail, item)
    case "dns":
      return lookup(host, detail, item)
    default:
      return drop(`checks of the type ${quoted(kind)} have no counterpart here`, "type")
  }
}

function guessed(host: string | undefined, item: Item): Target {
  item.lossy(
    "A list of checks does not tell path, port and encryption: https and / were taken. Convert the answer of /checks/{id} for the exact address",
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

function website(host: string | undefined, detail: Members, item: Item): Made {
  const read = readMembers(websiteShape, detail, item, ["type", "http"])
  const isSafe = read.encryption === true
  const usual = isSafe ? 443 : 80
  const at = read.port === undefined || read.port === usual ? "" : `:${read.port}`
  const path = (read.url ?? "/").replace(/^(?!\/)/, "/")
  const wanted = read.shouldcontain ?? ""
  const unwanted = read.shouldnotcontain ?? ""
  // Its own name on requests is a header that nobody set.
  const headers = Object.keys(read.requestheaders ?? {}).filter((name) => name !== "User-Agent")
  if (wanted !== "" && unwanted !== "") {
    item.lossy(`That the body must not contain ${quoted(unwanted)} was left out: set it by hand`)
  }
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
      ignoresCertificate: read.verify_certificate === false,
    },
  }
}

function lookup(host: string | undefined, detail: Members | null, item: Item): Made {
  const read = readMembers({ nameserver: text, expectedip: text }, detail, item, ["type", "dns"])
  if (detail === null)
    item.lossy("A list of checks does not tell its name server and what it expects")
  if ((read.expectedip ?? "") !== "") {
    item.lossy(
      "The address that it expects was left out: set it by hand",
      "type",
      "dns",
      "expectedip",
    )
  }
  const resolver = resolverAt(read.nameserver ?? "", undefined)
  if ((read.nameserver ?? "") !== "" && resolver === undefined) {
    item.lossy("Its name server is no address and was left out", "type", "dns", "nameserver")
  }
  return { type: "dns", host, recordType: "A", resolver }
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
      `What it says and expects (${plural(words.length, "text")}) was left out; here the connection counts`,
    )
  }
  const usual = usualPorts.get(kind)
  if (read.port === undefined && usual === undefined) {
    return drop("a list of checks does not tell its port: convert the answer of /checks/{id}")
  }
  if (read.port === undefined) item.lossy(`The export does not tell its port: ${usual} was taken`)
  return { type: "tcp", host, port: read.port ?? usual }
}
