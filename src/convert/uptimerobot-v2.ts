import { tellBeside } from "./beside.ts"
import type { Draft } from "./draft.ts"
import type { Dropped, Item } from "./item.ts"
import type { Ledger } from "./ledger.ts"
import { drop } from "./item.ts"
import { number, readMembers, text } from "./members.ts"
import type { Request } from "./request.ts"
import { countHeaders } from "./request.ts"
import type { Found, Members } from "./source.ts"
import { inside, isFilled, isMembers } from "./source.ts"
import { keywordLoss, robotKind, robotTarget } from "./uptimerobot-kind.ts"
import { quoted } from "./words.ts"

const shape = {
  type: text,
  url: text,
  sub_type: number,
  port: number,
  interval: number,
  timeout: number,
  status: number,
}
const requestShape = {
  keyword_type: number,
  keyword_value: text,
  http_method: number,
  custom_http_statuses: text,
}

export function takeV2(found: Found[], ledger: Ledger): void {
  for (const { value, pointer } of found) {
    const type = wordOf(inside(value, "type"))
    ledger.take({ name: inside(value, "friendly_name"), type, pointer }, (item) =>
      convertOne(value, item),
    )
  }
  tellBeside(
    ledger,
    found,
    ["alert contacts", "alert_contacts"],
    ["maintenance windows", "mwindows"],
  )
}

/** The word for a type that is a number; the number itself where there is none. */
const wordOf = (type: unknown): string => {
  const given = typeof type === "string" || typeof type === "number" ? String(type) : ""
  return robotKind(given) ?? given
}

function convertOne(raw: unknown, item: Item): Draft | Dropped {
  if (!isMembers(raw)) return drop("it is no object")
  const read = readMembers(shape, raw, item)
  const kind = robotKind(read.type ?? "")
  if (kind === undefined) {
    return drop(`monitors of the type ${quoted(read.type ?? "")} have no counterpart here`, "type")
  }
  if (kind === "heartbeat" && read.interval === undefined) {
    return drop("the export does not tell its period", "interval")
  }
  return {
    ...robotTarget(kind, { ...read, subType: read.sub_type }),
    intervalSeconds: read.interval,
    timeoutSeconds: read.timeout,
    isPaused: read.status === 0,
    request: kind === "http" || kind === "keyword" ? requestOf(raw, kind, item) : {},
  }
}

const methods = ["", "HEAD", "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

function requestOf(raw: Members, kind: "http" | "keyword", item: Item): Request {
  const read = readMembers(requestShape, raw, item)
  if (kind === "keyword") {
    const sense = read.keyword_type === 1 ? "exists" : read.keyword_type === 2 ? "not exists" : "?"
    const type = `keyword_type ${read.keyword_type ?? "?"}, ${quoted(sense)}`
    item.lossy(keywordLoss(quoted(read.keyword_value ?? ""), type), "keyword_type")
  }
  if ((read.custom_http_statuses ?? "") !== "") {
    item.lossy(
      `Which codes it takes as up or down (${quoted(read.custom_http_statuses)}) was left out; here every 2xx is good`,
      "custom_http_statuses",
    )
  }
  return {
    method: methods[read.http_method ?? 0],
    headerCount: countHeaders(raw["custom_http_headers"]),
    hasBody: isFilled(raw["post_value"]),
    hasCredentials: [raw["http_username"], raw["http_password"]].some(isFilled),
    ignoresCertificate: isFilled(inside(raw, "ssl", "ignore_errors")),
  }
}
