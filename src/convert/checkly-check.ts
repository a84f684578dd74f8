import { slowAfter, timeLimit } from "./assertion.ts"
import { assertionsOf, failedRuns } from "./checkly-assertion.ts"
import type { Assertion } from "./conversion.ts"
import type { Draft } from "./draft.ts"
import { drop, isDropped, needs, type Dropped, type Item } from "./item.ts"
import {
  flag,
  isUnclear,
  list,
  members,
  number,
  readMembers,
  text,
  textsIn,
} from "./read-members.ts"
import type { Request } from "./request.ts"
import { inside, isFilled, isMembers, type Members } from "./source.ts"
import { resolverAt, splitPort, type Target } from "./target.ts"
import { plural, quoted, were, wordOf } from "./convert-messages.ts"

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

export function convertCheck(raw: Members, item: Item): Draft | Dropped {
  const read = readMembers(shape, raw, item)
  const request = read.request ?? read.tcp ?? {}
  if ([raw, request].some((held) => isUnclear(held, "shouldFail"))) {
    return drop('"shouldFail" should be true or false')
  }
  if (
    [raw, request].some((held) => isFilled(held["shouldFail"]) && held["shouldFail"] !== "false")
  ) {
    return drop("it expects the check to fail, which is not supported", "shouldFail")
  }
  const made = targetOf(read, request, item)
  if (isDropped(made)) return made
  if (read.muted === true)
    item.lossy("It is muted in the export: mute it again after the import", "muted")
  const limit = made.type === "heartbeat" ? {} : timeLimit(read.maxResponseTime)
  const slow = made.type === "heartbeat" ? [] : slowAfter(read.degradedResponseTime)
  const intervalSeconds = intervalOf(read)
  return {
    ...made,
    description: read.description,
    intervalSeconds,
    timeoutSeconds: limit.timeoutSeconds,
    failureThreshold: failedRuns(raw, intervalSeconds, item),
    isPaused: read.activated === false,
    labels: textsIn(read.tags, item, "tags"),
    assertions: [
      ...(made.assertions ?? []),
      ...(limit.assertions ?? []),
      ...slow,
      ...certificateOf(raw, made, item),
    ],
  }
}

const certificateShape = { enabled: flag, alertThreshold: number }

/** The check's own certificate warning; the account's is not in the export. */
function certificateOf(raw: Members, { type }: Made & Target, item: Item): Assertion[] {
  if (type !== "http" || raw["useGlobalAlertSettings"] === true) return []
  const given = inside(raw, "alertSettings", "sslCertificates")
  const { enabled, alertThreshold: days } = readMembers(certificateShape, given, item, [
    "alertSettings",
    "sslCertificates",
  ])
  if (enabled !== true || days === undefined) return []
  return [{ kind: "certificate_days", min_days: days, level: "degraded" }]
}

/** Minutes; 0 for intervals of seconds, which are in another member. */
const intervalOf = ({ frequency, frequencyOffset }: Read): number | undefined =>
  frequency === 0 ? frequencyOffset : frequency === undefined ? undefined : frequency * 60

type Made =
  | (Target & { request?: Request; resolver?: string | undefined; assertions?: Assertion[] })
  | Dropped

const placeShape = {
  url: text,
  hostname: text,
  host: text,
  port: number,
  query: text,
  recordType: text,
}

function targetOf(read: Read, request: Members, item: Item): Made {
  const kind = read.checkType?.toUpperCase() ?? ""
  const place = readMembers(placeShape, request, item, ["request"])
  const host = place.hostname ?? place.host ?? place.url
  const open = item.unfilled(host, place.url, place.query)
  if (open.length > 0) return drop(needs(open), "request")
  switch (kind) {
    case "API":
    case "URL":
      return website(kind, place.url, request, item)
    case "TCP":
      if (isFilled(request["data"])) {
        item.lossy(
          "The data it sends was not imported; only the connection is checked",
          "request",
          "data",
        )
      }
      return { type: "tcp", host, port: place.port, ...assertionsIn(request, item) }
    case "ICMP":
      return { type: "ping", host, ...assertionsIn(request, item) }
    case "DNS":
      return lookup({ ...place, host: place.query ?? host }, request, item)
    case "HEARTBEAT":
      return heartbeat(read.heartbeat, item)
    default:
      return drop(
        `checks of the type ${quoted(read.checkType ?? "")} are not supported`,
        "checkType",
      )
  }
}

type Place = {
  host?: string | undefined
  port?: number | undefined
  recordType?: string | undefined
}

/** The name server: an address with its port in or beside it, or an object of both. */
function lookup({ host, port, recordType }: Place, request: Members, item: Item): Made {
  const { assertions = [] } = readMembers({ assertions: list }, request, item, ["request"])
  if (assertions.some(isInverted)) {
    return drop("it expects the name not to exist, which is not supported", "request", "assertions")
  }
  const given = request["nameServer"]
  const server = splitPort(wordOf(isMembers(given) ? given["host"] : given))
  const beside = isMembers(given) ? Number(given["port"] ?? 53) : port
  const resolver = resolverAt(server.host, server.port ?? beside)
  if (isFilled(given) && resolver === undefined) {
    item.lossy("Its name server is not an IP address and was not imported", "request", "nameServer")
  }
  return { type: "dns", host, recordType, resolver, ...assertionsIn(request, item) }
}

const isInverted = (assertion: unknown): boolean => {
  const [source, comparison] = [inside(assertion, "source"), inside(assertion, "comparison")]
  if (source !== "RESPONSE_CODE") return false
  const isGood = inside(assertion, "target") === "NOERROR"
  return comparison === "EQUALS" ? !isGood : comparison === "NOT_EQUALS" && isGood
}

const assertionsIn = (request: Members, item: Item) => ({
  assertions: assertionsOf(request, item).assertions,
})

function website(kind: string, url: string | undefined, request: Members, item: Item): Made {
  const { codes, assertions } = assertionsOf(request, item)
  return { type: "http", url, request: { ...requestOf(kind, request, item), codes }, assertions }
}

const requestShape = {
  method: text,
  body: text,
  headers: list,
  queryParameters: list,
  followRedirects: flag,
  skipSSL: flag,
  basicAuth: members,
}

function requestOf(kind: string, raw: Members, item: Item): Request {
  const read = readMembers(requestShape, raw, item, ["request"])
  const parameters = read.queryParameters?.length ?? 0
  if (parameters > 0) {
    item.lossy(
      `${plural(parameters, "query parameter")} ${were(parameters)} not imported: add them to the URL unless they are secret`,
      "request",
      "queryParameters",
    )
  }
  const auth = [inside(read.basicAuth, "username"), inside(read.basicAuth, "password")]
  return {
    method: kind === "URL" ? undefined : read.method,
    headerCount: read.headers?.length ?? 0,
    hasBody: (read.body ?? "").trim() !== "",
    hasCredentials: auth.some((one) => typeof one === "string" && one !== ""),
    ...(read.followRedirects === false && { maxRedirects: 0 }),
    ignoresCertificate: read.skipSSL,
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
  if (period === undefined) return drop("the export does not contain its period", "heartbeat")
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
