import { slowAfter } from "./assertion.ts"
import type { Draft } from "./draft.ts"
import { drop, type Dropped, type Item } from "./item.ts"
import type { Ledger } from "./conversion-notes.ts"
import { flag, list, members, number, readMembers, text, textsIn } from "./read-members.ts"
import { acceptedCodes, countHeaders, type Request } from "./request.ts"
import { inside, isFilled, isMembers, type Found, type Members } from "./source.ts"
import { robotKeyword } from "./uptimerobot-kind.ts"
import { tableV3 } from "./uptimerobot-members.ts"
import { quoted } from "./convert-messages.ts"

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
  responseTimeThreshold: number,
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

export function takeV3(found: Found[], ledger: Ledger): void {
  for (const one of found) {
    const about = { name: inside(one.value, "friendlyName"), type: inside(one.value, "type") }
    ledger.takeObject(one, { ...about, table: tableV3 }, convertOne)
  }
}

function convertOne(raw: Members, item: Item): Draft | Draft[] | Dropped {
  const read = readMembers(shape, raw, item)
  const { url, port, interval } = read
  const common = {
    intervalSeconds: interval,
    // Heartbeats have a meaningless timeout of 0.
    timeoutSeconds: read.timeout === 0 ? undefined : read.timeout,
    isPaused: read.status?.toUpperCase() === "PAUSED",
    labels: textsIn(
      read.tags?.map((tag) => inside(tag, "name") ?? tag),
      item,
      "tags",
    ),
  }
  const kind = read.type?.toUpperCase() ?? ""
  const assertions = kind === "HEARTBEAT" ? [] : slowAfter(read.responseTimeThreshold)
  switch (kind) {
    case "HTTP":
    case "KEYWORD":
    case "API":
      return {
        ...common,
        assertions,
        type: "http",
        url,
        request: requestOf(kind, url ?? "", raw, item),
      }
    case "PING":
      return { ...common, assertions, type: "ping", host: url }
    case "PORT":
      return { ...common, assertions, type: "tcp", host: url, port }
    case "HEARTBEAT":
      if (interval === undefined) return drop("the export does not contain its period", "interval")
      return {
        ...common,
        type: "heartbeat",
        periodSeconds: interval,
        graceSeconds: read.gracePeriod,
      }
    case "DNS":
      return lookups(read.config?.["dnsRecords"], url, item).map((one) => ({
        ...common,
        assertions,
        ...one,
      }))
    default:
      return drop(`monitors of the type ${quoted(read.type ?? "")} are not supported`, "type")
  }
}

/** One monitor may look up several record types. */
function lookups(records: unknown, host: string | undefined, item: Item): Draft[] {
  const types = isMembers(records) ? Object.keys(records) : []
  if (types.length === 0) return [{ type: "dns", host, recordType: undefined }]
  item.lossy("Its expected values were not imported: add them by hand", "config", "dnsRecords")
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
  const authType = read.authType?.toUpperCase() ?? "NONE"
  return {
    method: read.httpMethodType,
    headerCount: countHeaders(raw["customHttpHeaders"]),
    hasBody: isFilled(raw["postValueData"]),
    hasCredentials:
      (authType !== "NONE" && authType !== "") ||
      [raw["httpUsername"], raw["httpPassword"]].some(isFilled),
    codes: acceptedCodes(read.successHttpResponseCodes, item, "successHttpResponseCodes"),
    ...(kind === "KEYWORD" && {
      keyword: robotKeyword(
        read.keywordValue ?? "",
        read.keywordType ?? "",
        read.keywordCaseType ?? "",
        item,
        "keywordType",
      ),
    }),
    ignoresCertificate: read.checkSSLErrors === false && /^https:/i.test(url),
    ...(read.followRedirections === false && { maxRedirects: 0 }),
  }
}
