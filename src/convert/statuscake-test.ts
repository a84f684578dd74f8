import type { Draft } from "./draft.ts"
import type { Dropped, Item } from "./item.ts"
import { drop } from "./item.ts"
import { flag, list, number, readMembers, tellFilled, text, textsIn } from "./members.ts"
import type { Request } from "./request.ts"
import { countHeaders, keywordUnless } from "./request.ts"
import type { Members } from "./source.ts"
import { isFilled } from "./source.ts"
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

const losses = {
  status_codes: "Which codes raise its alarm was left out; here every 2xx is good",
  status_codes_csv: "Which codes raise its alarm was left out; here every 2xx is good",
  enable_ssl_alert:
    "When it warns of a certificate is set there; here it is degraded below 14 days",
  final_endpoint: "Where its redirects must end was left out",
  include_header: "That it looks for its word in the headers too was left out",
  use_jar: "That it keeps cookies between redirects was left out",
}

const requestShape = {
  find_string: text,
  follow_redirects: flag,
}

function requestOf(kind: string, raw: Members, item: Item): Request {
  const read = readMembers(requestShape, raw, item)
  tellFilled(raw, item, losses)
  const isPost = isFilled(raw["post_body"]) || isFilled(raw["post_raw"])
  const headers = countHeaders(raw["custom_header"]) + (isFilled(raw["user_agent"]) ? 1 : 0)
  return {
    method: kind.toUpperCase() === "HEAD" ? "HEAD" : isPost ? "POST" : undefined,
    headerCount: headers,
    hasBody: isPost,
    hasCredentials: [raw["basic_username"], raw["basic_password"]].some(isFilled),
    keyword: keywordUnless(raw, "do_not_find", read.find_string ?? "", item),
    ...(read.follow_redirects === false && { maxRedirects: 0 }),
  }
}
