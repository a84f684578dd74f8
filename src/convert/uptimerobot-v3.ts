import { tellBeside } from "./beside.ts"
import type { Draft } from "./draft.ts"
import type { Dropped, Item } from "./item.ts"
import type { Ledger } from "./ledger.ts"
import { drop } from "./item.ts"
import { flag, list, members, number, readMembers, text, textsIn } from "./members.ts"
import type { Keyword, Request } from "./request.ts"
import { readCodes } from "./request.ts"
import type { Found } from "./source.ts"
import { inside, isMembers } from "./source.ts"
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
  httpUsername: text,
  httpPassword: text,
  customHttpHeaders: members,
  successHttpResponseCodes: list,
  followRedirections: flag,
  responseTimeThreshold: number,
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
      return { ...common, type: "http", url, request: requestOf(kind, raw, item) }
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

function requestOf(kind: "HTTP" | "KEYWORD" | "API", raw: object, item: Item): Request {
  const read = readMembers(requestShape, raw, item)
  const given = read.successHttpResponseCodes ?? []
  const codes = given.length === 0 ? undefined : readCodes(given)
  if (codes === null) {
    item.lossy(
      "Which codes it accepts cannot be read; here every 2xx is good",
      "successHttpResponseCodes",
    )
  }
  if (kind === "API") {
    item.lossy("Its assertions on the answer were left out: set them by hand", "config")
  }
  if ((read.responseTimeThreshold ?? 0) > 0) {
    item.lossy(
      `Its limit of ${read.responseTimeThreshold} ms on the response time was left out`,
      "responseTimeThreshold",
    )
  }
  const authType = read.authType?.toUpperCase() ?? "NONE"
  const body = inside(raw, "postValueData")
  return {
    method: read.httpMethodType,
    headerCount: Object.keys(read.customHttpHeaders ?? {}).length,
    hasBody: body !== undefined && body !== null && body !== "",
    hasCredentials:
      (authType !== "NONE" && authType !== "") ||
      [read.httpUsername, read.httpPassword].some((one) => (one ?? "") !== ""),
    codes: codes ?? undefined,
    ...(kind === "KEYWORD" && { keyword: keywordOf(read, item) }),
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
