import { tellBeside } from "./beside.ts"
import type { Draft } from "./draft.ts"
import type { Dropped, Item } from "./item.ts"
import { drop } from "./item.ts"
import type { Ledger } from "./ledger.ts"
import { flag, list, members, number, readMembers, tellFilled, text, textsIn } from "./members.ts"
import type { Keyword, Request } from "./request.ts"
import { acceptedCodes, countHeaders } from "./request.ts"
import type { Found, Members } from "./source.ts"
import { inside, isFilled, isMembers } from "./source.ts"
import { keywordLoss } from "./uptimerobot-kind.ts"
import { quoted } from "./words.ts"

const shape = {
  type: text,
  url: text,
  port: number,
  interval: number,
  timeout: number,
  gracePeriod: number,
  status: text,
  tags: list,
  config: members,
}
const requestShape = {
  httpMethodType: text,
  keywordType: text,
  keywordValue: text,
  keywordCaseType: text,
  authType: text,
  successHttpResponseCodes: list,
  followRedirections: flag,
  checkSSLErrors: flag,
}

const losses = {
  responseTimeThreshold: "Its limit on the response time was left out: set it by hand",
  sslExpirationReminder:
    "When it warns of a certificate is set there; here it is degraded below 14 days",
  domainExpirationReminder: "Its warning of an expiring domain has no counterpart here",
}

export function takeV3(found: Found[], ledger: Ledger): void {
  for (const { value, pointer } of found) {
    const facts = { name: inside(value, "friendlyName"), type: inside(value, "type"), pointer }
    ledger.take(facts, (item) => convertOne(value, item))
  }
  tellBeside(
    ledger,
    found,
    ["alert contacts", "assignedAlertContacts"],
    ["maintenance windows", "maintenanceWindows"],
    ["regions", "regionalData"],
    ["groups", "groupId"],
  )
}

function convertOne(raw: unknown, item: Item): Draft | Draft[] | Dropped {
  if (!isMembers(raw)) return drop("it is no object")
  const read = readMembers(shape, raw, item)
  const { url, port, interval } = read
  const common = {
    intervalSeconds: interval,
    // Heartbeats have a timeout of 0, which means nothing.
    timeoutSeconds: read.timeout === 0 ? undefined : read.timeout,
    isPaused: read.status?.toUpperCase() === "PAUSED",
    labels: textsIn(
      read.tags?.map((tag) => inside(tag, "name") ?? tag),
      item,
      "tags",
    ),
  }
  const kind = read.type?.toUpperCase() ?? ""
  switch (kind) {
    case "HTTP":
    case "KEYWORD":
    case "API":
      return { ...common, type: "http", url, request: requestOf(kind, url ?? "", raw, item) }
    case "PING":
      return { ...common, type: "ping", host: url }
    case "PORT":
      return { ...common, type: "tcp", host: url, port }
    case "HEARTBEAT":
      if (interval === undefined) return drop("the export does not tell its period", "interval")
      return {
        ...common,
        type: "heartbeat",
        periodSeconds: interval,
        graceSeconds: read.gracePeriod,
      }
    case "DNS":
      return lookups(read.config?.["dnsRecords"], url, item).map((one) => ({ ...common, ...one }))
    default:
      return drop(
        `monitors of the type ${quoted(read.type ?? "")} have no counterpart here`,
        "type",
      )
  }
}

/** One monitor there looks up several kinds of records. */
function lookups(records: unknown, host: string | undefined, item: Item): Draft[] {
  const types = isMembers(records) ? Object.keys(records) : []
  if (types.length === 0) return [{ type: "dns", host, recordType: undefined }]
  item.lossy("The values that it expects were left out: set them by hand", "config", "dnsRecords")
  return types.map((recordType) => ({
    type: "dns",
    host,
    recordType,
    ...(types.length > 1 && { suffix: ` (${recordType})` }),
  }))
}

function requestOf(
  kind: "HTTP" | "KEYWORD" | "API",
  url: string,
  raw: Members,
  item: Item,
): Request {
  const read = readMembers(requestShape, raw, item)
  if (kind === "API") {
    item.lossy("Its assertions on the answer were left out: set them by hand", "config")
  }
  tellFilled(raw, item, losses)
  const authType = read.authType?.toUpperCase() ?? "NONE"
  return {
    method: read.httpMethodType,
    headerCount: countHeaders(raw["customHttpHeaders"]),
    hasBody: isFilled(raw["postValueData"]),
    hasCredentials:
      (authType !== "NONE" && authType !== "") ||
      [raw["httpUsername"], raw["httpPassword"]].some(isFilled),
    codes: acceptedCodes(read.successHttpResponseCodes, item, "successHttpResponseCodes"),
    ...(kind === "KEYWORD" && { keyword: keywordOf(read, item) }),
    ignoresCertificate: read.checkSSLErrors === false && /^https:/i.test(url),
    ...(read.followRedirections === false && { maxRedirects: 0 }),
  }
}

/** The type names what raises the alarm. */
function keywordOf(
  read: {
    keywordType?: string | undefined
    keywordValue?: string | undefined
    keywordCaseType?: string | undefined
  },
  item: Item,
): Keyword | undefined {
  const { keywordType = "", keywordValue = "", keywordCaseType = "" } = read
  const sense = keywordType.toUpperCase()
  if (sense !== "ALERT_EXISTS" && sense !== "ALERT_NOT_EXISTS") {
    item.lossy(
      keywordLoss(quoted(keywordValue), `keywordType ${quoted(keywordType)}`),
      "keywordType",
    )
    return undefined
  }
  const ignoresCase = /^case.?insensitive$/i.test(keywordCaseType)
  return { text: keywordValue, isWanted: sense === "ALERT_NOT_EXISTS", ignoresCase }
}
