import { goDuration } from "./durations.ts"
import type { Draft } from "./draft.ts"
import { conditionsOf } from "./gatus-condition.ts"
import { drop, isDropped, needs, type Dropped, type Item } from "./item.ts"
import { thresholds, type AlertDefaults } from "./gatus-alert.ts"
import { flag, list, members, readMembers, text } from "./read-members.ts"
import { inside, isFilled, type Members } from "./source.ts"
import { resolverAt, splitPort, type Target } from "./target.ts"
import { labelOf, quoted } from "./convert-messages.ts"

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

export function convertEndpoint(
  raw: Members,
  item: Item,
  defaults: AlertDefaults,
): Draft | Dropped {
  const read = readMembers(shape, raw, item)
  const open = item.unfilled(read.url, JSON.stringify(read.dns ?? ""))
  if (open.length > 0) return drop(needs(open), "url")
  const made = targetOf(read, item)
  if (isDropped(made)) return made
  const { conditions = [] } = read
  const judged = conditionsOf(conditions, made.type, item)
  if (isDropped(judged)) return judged
  const client = readMembers(clientShape, read.client, item, ["client"])
  const { codes, assertions, expectedValues } = judged
  return {
    ...made,
    ...(made.type === "http" && { request: { ...requestOf(read, client), codes } }),
    ...(made.type === "dns" && { resolver: server(read.url), expectedValues }),
    assertions,
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
function targetOf({ url = "", dns, client }: Read, item: Item): Target | Dropped {
  if (dns !== undefined) {
    const { "query-name": host, "query-type": recordType } = readMembers(
      { "query-name": text, "query-type": text },
      dns,
      item,
      ["dns"],
    )
    if (server(url) === undefined) {
      item.lossy("Its name server is not an IP address and was not imported", "url")
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
      if (inside(client, "insecure") !== true) return { type: "tls", ...splitPort(rest) }
      item.lossy("It ignores certificate errors; only the connection is checked", "url")
      return { type: "tcp", ...splitPort(rest) }
    case "starttls":
      item.lossy("STARTTLS is not supported; only the connection is checked", "url")
      return { type: "tcp", ...splitPort(rest) }
    case "tcp":
      return { type: "tcp", ...splitPort(rest) }
    default:
      return drop(
        scheme === ""
          ? "it has no URL"
          : `endpoints with ${quoted(`${scheme}://`)} are not supported`,
        "url",
      )
  }
}

/** The name server, which is in the endpoint's URL. */
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
  item.lossy(`"${path.join(".")}" should be a duration such as 5m and was not imported`, ...path)
  return undefined
}

const labelsOf = ({ group, ...read }: Pick<Read, "group" | "extra-labels">): string[] => [
  ...(group === undefined ? [] : [group]),
  ...Object.entries(read["extra-labels"] ?? {}).map(([name, value]) => labelOf(name, value)),
]

export function convertExternal(raw: Members, item: Item): Draft | Dropped {
  const shape = {
    heartbeat: members,
    enabled: flag,
    group: text,
    interval: text,
    "extra-labels": members,
  }
  const read = readMembers(shape, raw, item)
  const given = inside(read.heartbeat, "interval")
  const period = typeof given === "string" ? goDuration(given) : null
  if (period === null || period <= 0) {
    return drop(
      raw["interval"] === undefined
        ? 'it has no "heartbeat.interval"'
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
