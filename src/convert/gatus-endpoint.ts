import { goDuration } from "./amounts.ts"
import type { Draft } from "./draft.ts"
import { conditionsOf } from "./gatus-condition.ts"
import type { Dropped, Item } from "./item.ts"
import { drop, isDropped } from "./item.ts"
import { flag, list, members, number, readMembers, tellFilled, text } from "./members.ts"
import type { Members, Source } from "./source.ts"
import { inside, isFilled, isMembers, topObjects } from "./source.ts"
import type { Target } from "./target.ts"
import { resolverAt, splitPort } from "./target.ts"
import { labelOf, quoted } from "./words.ts"

const shape = {
  url: text,
  enabled: flag,
  method: text,
  body: text,
  headers: members,
  interval: text,
  graphql: flag,
  group: text,
  dns: members,
  client: members,
  conditions: list,
  alerts: list,
  "extra-labels": members,
}
type Read = ReturnType<typeof readMembers<typeof shape>>

const unexpanded = /\$[{A-Za-z_]/

export function convertEndpoint(
  raw: Members,
  item: Item,
  defaults: Map<string, number>,
): Draft | Dropped {
  const read = readMembers(shape, raw, item)
  if (unexpanded.test(read.url ?? "") || unexpanded.test(JSON.stringify(read.dns ?? ""))) {
    return drop(
      "its target holds an unexpanded environment variable: write the value there and convert again",
    )
  }
  const made = targetOf(read, item)
  if (isDropped(made)) return made
  const { conditions = [] } = read
  const judged = conditionsOf(conditions, made.type, item)
  if (isDropped(judged)) return judged
  const client = readMembers(clientShape, read.client, item, ["client"])
  tellFilled(
    read.client ?? {},
    { lossy: (detail, name) => item.lossy(detail, "client", name ?? "") },
    losses,
  )
  return {
    ...made,
    ...(made.type === "http" && { request: { ...requestOf(read, client), ...judged } }),
    ...(made.type === "dns" && { resolver: server(read.url) }),
    intervalSeconds: duration(read.interval ?? "60s", item, "interval"),
    timeoutSeconds: duration(client.timeout ?? "10s", item, "client", "timeout"),
    ...thresholds(read.alerts, defaults, item),
    isPaused: read.enabled === false,
    labels: labelsOf(read),
  }
}

const clientShape = {
  timeout: text,
  insecure: flag,
  "ignore-redirect": flag,
}
const losses = {
  "proxy-url": "It goes through a proxy there, and directly here",
  "dns-resolver": "The name server that it asks for its target was left out",
  tls: "The certificate that it shows was left out",
}

function targetOf({ url = "", dns }: Read, item: Item): Target | Dropped {
  if (dns !== undefined) {
    const { "query-name": host, "query-type": recordType } = readMembers(
      { "query-name": text, "query-type": text },
      dns,
      item,
      ["dns"],
    )
    if (server(url) === undefined) {
      item.lossy("Its name server is no address and was left out", "url")
    }
    return { type: "dns", host, recordType }
  }
  const [, scheme = "", rest = ""] = /^([a-z0-9+-]+):\/\/([^/]*)/i.exec(url) ?? []
  switch (scheme.toLowerCase()) {
    case "http":
    case "https":
      return { type: "http", url }
    case "icmp":
      return { type: "ping", host: splitPort(rest).host }
    case "tls":
    case "starttls":
      item.lossy(`That ${scheme} is spoken was left out; here the connection counts`, "url")
      return { type: "tcp", ...splitPort(rest) }
    case "tcp":
      return { type: "tcp", ...splitPort(rest) }
    default:
      return drop(
        scheme === ""
          ? "it has no address"
          : `endpoints of ${quoted(`${scheme}://`)} have no counterpart here`,
        "url",
      )
  }
}

/** The server to ask stands where other endpoints have their address. */
function server(url = ""): string | undefined {
  const { host, port } = splitPort(url.replace(/^[a-z]+:\/\//i, ""))
  return resolverAt(host, port)
}

function requestOf(read: Read, client: ReturnType<typeof readMembers<typeof clientShape>>) {
  return {
    method: read.method ?? (read.graphql === true ? "POST" : undefined),
    headerCount: Object.keys(read.headers ?? {}).length,
    hasBody: (read.body ?? "").trim() !== "",
    hasCredentials: ["oauth2", "identity-aware-proxy"].some((name) =>
      isFilled(read.client?.[name]),
    ),
    ...(client["ignore-redirect"] === true && { maxRedirects: 0 }),
    ignoresCertificate: client.insecure,
  }
}

function duration(given: string, item: Item, ...path: string[]): number | undefined {
  const seconds = goDuration(given)
  if (seconds !== null) return seconds
  item.lossy(`"${path.join(".")}" should be a duration such as 5m and was left out`, ...path)
  return undefined
}

const usualFailures = 3
const usualSuccesses = 2

/** What a kind of alert waits for where the endpoint's own alert does not say. */
export function failuresByDefault(source: Source): Map<string, number> {
  const alerting = topObjects(source).map(({ value }) => value["alerting"])
  const kinds = alerting.flatMap((held) => (isMembers(held) ? Object.entries(held) : []))
  return new Map(
    kinds.flatMap(([kind, settings]): [string, number][] => {
      const count = inside(settings, "default-alert", "failure-threshold")
      return typeof count === "number" ? [[kind, count]] : []
    }),
  )
}

/** The alert that would come earliest decides. */
function thresholds(alerts: unknown[] | undefined, defaults: Map<string, number>, item: Item) {
  if (alerts === undefined || alerts.length === 0) return {}
  const each = alerts.map((alert, at) => {
    const { type = "", ...read } = readMembers(
      { type: text, "failure-threshold": number, "success-threshold": number },
      alert,
      item,
      ["alerts", String(at)],
    )
    return {
      failures: read["failure-threshold"] ?? defaults.get(type) ?? usualFailures,
      successes: read["success-threshold"] ?? usualSuccesses,
    }
  })
  const least = Math.min(...each.map(({ failures }) => failures))
  if (each.some(({ failures }) => failures !== least)) {
    item.lossy(
      `Its alerts wait for different numbers of failures; here the least, ${least}, counts`,
      "alerts",
    )
  }
  return {
    failureThreshold: least,
    recoveryThreshold: Math.min(...each.map(({ successes }) => successes)),
  }
}

const labelsOf = ({ group, ...read }: Read): string[] => [
  ...(group === undefined ? [] : [group]),
  ...Object.entries(read["extra-labels"] ?? {}).map(([name, value]) => labelOf(name, value)),
]

export function convertExternal(raw: Members, item: Item): Draft | Dropped {
  const read = readMembers({ heartbeat: members, enabled: flag, group: text }, raw, item)
  const given = inside(read.heartbeat, "interval")
  const period = typeof given === "string" ? goDuration(given) : null
  if (period === null || period <= 0) {
    return drop(
      raw["interval"] === undefined
        ? 'it has no "heartbeat.interval", and so nothing that would be due'
        : 'its "interval" stands where Gatus ignores it: move it to "heartbeat.interval" and convert again',
      "heartbeat",
    )
  }
  return {
    type: "heartbeat",
    periodSeconds: period,
    isPaused: read.enabled === false,
    labels: labelsOf(read),
  }
}
