import type { Draft } from "./draft.ts"
import type { Ledger } from "./conversion-notes.ts"
import { drop, type Dropped, type Item } from "./item.ts"
import { number, readMembers, text } from "./read-members.ts"
import { countHeaders, type Request } from "./request.ts"
import { inside, isFilled, type Found, type Members } from "./source.ts"
import { tableV2 } from "./uptimerobot-members.ts"
import { robotKeyword, robotKind, robotTarget } from "./uptimerobot-kind.ts"
import { quoted } from "./convert-messages.ts"

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
  keyword_type: text,
  keyword_case_type: text,
  keyword_value: text,
  http_method: number,
  custom_http_statuses: text,
}

export function takeV2(found: Found[], ledger: Ledger): void {
  for (const one of found) {
    const type = wordOf(inside(one.value, "type"))
    const about = { name: inside(one.value, "friendly_name"), type, table: tableV2 }
    ledger.takeObject(one, about, convertOne)
  }
}

/** The name of a numeric type; the number itself if it is unknown. */
const wordOf = (type: unknown): string => {
  const given = typeof type === "string" || typeof type === "number" ? String(type) : ""
  return robotKind(given) ?? given
}

function convertOne(raw: Members, item: Item): Draft | Dropped {
  const read = readMembers(shape, raw, item)
  const kind = robotKind(read.type ?? "")
  if (kind === undefined) {
    return drop(`monitors of the type ${quoted(read.type ?? "")} are not supported`, "type")
  }
  if (kind === "heartbeat" && read.interval === undefined) {
    return drop("the export does not contain its period", "interval")
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
  const keyword =
    kind === "keyword"
      ? robotKeyword(
          read.keyword_value ?? "",
          read.keyword_type ?? "",
          read.keyword_case_type ?? "",
          item,
          "keyword_type",
        )
      : undefined
  if ((read.custom_http_statuses ?? "") !== "") {
    item.lossy(
      `Its custom status codes (${quoted(read.custom_http_statuses)}) were not imported; every 2xx is accepted`,
      "custom_http_statuses",
    )
  }
  return {
    keyword,
    method: methods[read.http_method ?? 0],
    headerCount: countHeaders(raw["custom_http_headers"]),
    hasBody: isFilled(raw["post_value"]),
    hasCredentials: [raw["http_username"], raw["http_password"]].some(isFilled),
    ignoresCertificate: isFilled(inside(raw, "ssl", "ignore_errors")),
  }
}
