import type { Draft } from "./draft.ts"
import type { Dropped, Item } from "./item.ts"
import { drop, isDropped } from "./item.ts"
import {
  flag,
  isUnclear,
  list,
  members,
  number,
  readMembers,
  tellFilled,
  text,
  textsIn,
} from "./members.ts"
import type { Request } from "./request.ts"
import { otherCodes } from "./request.ts"
import type { Members } from "./source.ts"
import { inside, isFilled, isMembers } from "./source.ts"
import type { Target } from "./target.ts"
import { resolverAt, splitPort } from "./target.ts"
import { plural, quoted, were, wordOf } from "./words.ts"

const shape = {
  checkType: text,
  frequency: number,
  frequencyOffset: number,
  maxResponseTime: number,
  degradedResponseTime: number,
  activated: flag,
  muted: flag,
  tags: list,
  request: members,
  tcp: members,
  heartbeat: members,
  description: text,
}
type Read = ReturnType<typeof readMembers<typeof shape>>

const script = "A script that runs before or after it was left out"
const losses = {
  localSetupScript: script,
  setupSnippetId: script,
  localTearDownScript: script,
  tearDownSnippetId: script,
}

export function convertCheck(raw: Members, item: Item): Draft | Dropped {
  const read = readMembers(shape, raw, item)
  const request = read.request ?? read.tcp ?? {}
  if ([raw, request].some((held) => isUnclear(held, "shouldFail"))) {
    return drop('whether it should fail cannot be read: "shouldFail" should be true or false')
  }
  if (
    [raw, request].some((held) => isFilled(held["shouldFail"]) && held["shouldFail"] !== "false")
  ) {
    return drop("it should fail there: here it would alarm while all is well", "shouldFail")
  }
  tellFilled(raw, item, losses)
  const made = targetOf(read, request, item)
  if (isDropped(made)) return made
  if (read.muted === true)
    item.lossy("It is muted there; here it alarms, so mute it afterwards", "muted")
  if (made.type !== "heartbeat" && read.degradedResponseTime !== undefined) {
    item.lossy(
      `That it is degraded after ${read.degradedResponseTime} ms was left out`,
      "degradedResponseTime",
    )
  }
  return {
    ...made,
    description: read.description,
    intervalSeconds: intervalOf(read),
    timeoutSeconds: read.maxResponseTime === undefined ? undefined : read.maxResponseTime / 1000,
    isPaused: read.activated === false,
    labels: textsIn(read.tags, item, "tags"),
  }
}

/** Minutes; 0 for what is looked at every few seconds, which another member tells. */
const intervalOf = ({ frequency, frequencyOffset }: Read): number | undefined =>
  frequency === 0 ? frequencyOffset : frequency === undefined ? undefined : frequency * 60

type Made = (Target & { request?: Request; resolver?: string | undefined }) | Dropped

const placeShape = {
  url: text,
  hostname: text,
  host: text,
  port: number,
  query: text,
  recordType: text,
}
const unexpanded = /\{\{/

function targetOf(read: Read, request: Members, item: Item): Made {
  const kind = read.checkType?.toUpperCase() ?? ""
  const place = readMembers(placeShape, request, item, ["request"])
  const host = place.hostname ?? place.host ?? place.url
  if (unexpanded.test(`${host ?? ""} ${place.url ?? ""} ${place.query ?? ""}`)) {
    return drop("its target holds an unexpanded variable: write the value there and convert again")
  }
  switch (kind) {
    case "API":
    case "URL":
      return { type: "http", url: place.url, request: requestOf(kind, request, item) }
    case "TCP":
      tellAssertions(request, item)
      if (isFilled(request["data"])) {
        item.lossy("What it sends was left out; here the connection counts", "request", "data")
      }
      return { type: "tcp", host, port: place.port }
    case "ICMP":
      tellAssertions(request, item)
      return { type: "ping", host }
    case "DNS":
      return lookup({ ...place, host: place.query ?? host }, request, item)
    case "HEARTBEAT":
      return heartbeat(read.heartbeat, item)
    default:
      return drop(
        `checks of the type ${quoted(read.checkType ?? "")} have no counterpart here`,
        "checkType",
      )
  }
}

type Place = {
  host?: string | undefined
  port?: number | undefined
  recordType?: string | undefined
}

/** The server to ask is an address, with its port behind or beside it, or an object of both. */
function lookup({ host, port, recordType }: Place, request: Members, item: Item): Made {
  const { assertions = [] } = readMembers({ assertions: list }, request, item, ["request"])
  if (assertions.some(isInverted)) {
    return drop(
      "it is well there while the name is not found: here it would alarm while all is well",
      "request",
      "assertions",
    )
  }
  tellAssertions(request, item)
  const given = request["nameServer"]
  const server = splitPort(wordOf(isMembers(given) ? given["host"] : given))
  const beside = isMembers(given) ? Number(given["port"] ?? 53) : port
  const resolver = resolverAt(server.host, server.port ?? beside)
  if (isFilled(given) && resolver === undefined) {
    item.lossy("Its name server is no address and was left out", "request", "nameServer")
  }
  return { type: "dns", host, recordType, resolver }
}

const isInverted = (assertion: unknown): boolean => {
  const [source, comparison] = [inside(assertion, "source"), inside(assertion, "comparison")]
  if (source !== "RESPONSE_CODE") return false
  const isGood = inside(assertion, "target") === "NOERROR"
  return comparison === "EQUALS" ? !isGood : comparison === "NOT_EQUALS" && isGood
}

function tellAssertions(request: Members, item: Item): void {
  const { assertions = [] } = readMembers({ assertions: list }, request, item, ["request"])
  const count = assertions.length
  if (count > 0) {
    item.lossy(
      `${plural(count, "assertion")} on the answer ${were(count)} left out`,
      "request",
      "assertions",
    )
  }
}

const requestShape = {
  method: text,
  body: text,
  headers: list,
  queryParameters: list,
  assertions: list,
  followRedirects: flag,
  skipSSL: flag,
  basicAuth: members,
}

function requestOf(kind: string, raw: Members, item: Item): Request {
  const read = readMembers(requestShape, raw, item, ["request"])
  const parameters = read.queryParameters?.length ?? 0
  if (parameters > 0) {
    item.lossy(
      `${plural(parameters, "query parameter")} ${were(parameters)} left out: put what is no secret into the address`,
      "request",
      "queryParameters",
    )
  }
  const [codes, rest] = statusIn(read.assertions ?? [])
  for (const one of rest) {
    const [source, comparison] = [inside(one, "source"), inside(one, "comparison")]
    item.lossy(
      `An assertion was left out (${quoted(source ?? "?")} ${quoted(comparison ?? "?")}): set it by hand`,
      "request",
      "assertions",
    )
  }
  const auth = [inside(read.basicAuth, "username"), inside(read.basicAuth, "password")]
  return {
    method: kind === "URL" ? undefined : read.method,
    headerCount: read.headers?.length ?? 0,
    hasBody: (read.body ?? "").trim() !== "",
    hasCredentials: auth.some((one) => typeof one === "string" && one !== ""),
    codes,
    ...(read.followRedirects === false && { maxRedirects: 0 }),
    ignoresCertificate: read.skipSSL,
  }
}

/** The codes of one plain assertion on the status, and the assertions that are left. */
function statusIn(assertions: unknown[]): [string | undefined, unknown[]] {
  const found = assertions.find((one) => codesOf(one) !== null)
  if (found === undefined) return [undefined, assertions]
  return [codesOf(found) ?? undefined, assertions.filter((one) => one !== found)]
}

function codesOf(assertion: unknown): string | null {
  if (!isMembers(assertion) || assertion["source"] !== "STATUS_CODE") return null
  const code = Number(assertion["target"])
  if (!Number.isInteger(code) || code < 100 || code > 599) return null
  switch (assertion["comparison"]) {
    case "EQUALS":
      return code === 200 ? "200-299" : String(code)
    case "NOT_EQUALS":
      return otherCodes(code)
    case "LESS_THAN":
      return code > 100 ? `100-${code - 1}` : null
    case "GREATER_THAN":
      return code < 599 ? `${code + 1}-599` : null
    default:
      return null
  }
}

const unitSeconds = new Map([
  ["seconds", 1],
  ["minutes", 60],
  ["hours", 3600],
  ["days", 86_400],
])

function heartbeat(given: Members | undefined, item: Item): Made {
  const shape = { period: number, periodUnit: text, grace: number, graceUnit: text }
  const read = readMembers(shape, given ?? {}, item, ["heartbeat"])
  const period = scaled(read.period, read.periodUnit)
  if (period === undefined) return drop("the export does not tell its period", "heartbeat")
  return {
    type: "heartbeat",
    periodSeconds: period,
    graceSeconds: scaled(read.grace, read.graceUnit),
  }
}

function scaled(amount: number | undefined, unit = ""): number | undefined {
  const seconds = unitSeconds.get(unit.toLowerCase())
  return amount === undefined || seconds === undefined ? undefined : amount * seconds
}
