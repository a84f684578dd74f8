import { spoken } from "./durations.ts"
import type { Draft } from "./draft.ts"
import { drop, type Dropped, type Item } from "./item.ts"
import { flag, isUnclear, list, number, readMembers, text, textsIn } from "./read-members.ts"
import { inside, isFilled, type Members } from "./source.ts"
import { resolverAt } from "./target.ts"
import { jsonCondition, requestOf } from "./uptime-kuma-request.ts"
import { plural, quoted } from "./convert-messages.ts"

const shape = {
  type: text,
  url: text,
  hostname: text,
  port: number,
  description: text,
  interval: number,
  timeout: number,
  maxretries: number,
  retryInterval: number,
  active: flag,
  forceInactive: flag,
  upsideDown: flag,
  tags: list,
}

/** The names of the groups that a monitor is in, from the outermost, by the id of its parent. */
export type Groups = (parent: unknown) => string[]

export function convertMonitor(raw: Members, groups: Groups, item: Item): Draft | Dropped {
  const read = readMembers(shape, raw, item)
  const kind = read.type ?? ""
  if (kind === "group") {
    return drop("a group checks nothing itself: its name is a label of its monitors")
  }
  const target = targets.get(kind)
  if (target === undefined) {
    return drop(`monitors of the type ${quoted(kind)} are not supported`, "type")
  }
  if (read.upsideDown === true || isUnclear(raw, "upsideDown")) {
    return drop(
      read.upsideDown === true
        ? "it is inverted, which is not supported"
        : '"upsideDown" should be true or false',
      "upsideDown",
    )
  }
  const { interval, retryInterval = interval } = read
  if (kind !== "push" && retryInterval !== interval && retryInterval !== undefined) {
    item.lossy(
      `Its retry interval of ${spoken(retryInterval)} was not imported; failures are confirmed at once and counted once per interval`,
      "retryInterval",
    )
  }
  return {
    ...target(read, raw, item),
    description: read.description,
    intervalSeconds: interval,
    timeoutSeconds: timeoutOf(read),
    failureThreshold: read.maxretries === undefined ? undefined : read.maxretries + 1,
    isPaused: read.active === false || read.forceInactive === true,
    labels: [...tagNames(read.tags, item), ...groupNames(groups, raw["parent"], item)],
  }
}

type Read = Partial<ReturnType<typeof readMembers<typeof shape>>>
type Make = (read: Read, raw: Members, item: Item) => Draft

/** Monitors of other types contain the URL "https://", which means none. */
const website: Make = ({ url, type }, raw, item) => ({
  type: "http",
  url,
  request: requestOf(raw, item),
  assertions: type === "json-query" ? jsonCondition(raw, item) : [],
})

const targets = new Map<string, Make>([
  ["http", website],
  ["keyword", website],
  ["json-query", website],
  ["port", ({ hostname, port }) => ({ type: "tcp", host: hostname, port })],
  ["ping", ping],
  ["dns", dns],
  ["push", push],
])

function groupNames(groups: Groups, parent: unknown, item: Item): string[] {
  const names = groups(parent)
  if (isFilled(parent) && names.length === 0) {
    item.lossy("Its group is not in the export", "parent")
  }
  return names
}

/** The default is four fifths of the interval. */
function timeoutOf({ timeout = 0, interval }: Read): number | undefined {
  if (timeout > 0) return timeout
  return interval === undefined ? undefined : Math.ceil(interval * 0.8)
}

function ping({ hostname }: Read, raw: Members, item: Item): Draft {
  const { packetSize } = readMembers({ packetSize: number }, raw, item)
  if (packetSize !== undefined && packetSize !== usualPacket) {
    item.lossy(`Its packet size of ${packetSize} bytes is not supported`, "packetSize")
  }
  return { type: "ping", host: hostname }
}
const usualPacket = 56

const dnsShape = { dns_resolve_type: text, dns_resolve_server: text, conditions: list }

function dns({ hostname, port }: Read, raw: Members, item: Item): Draft {
  const read = readMembers(dnsShape, raw, item)
  const [server = "", ...others] = (read.dns_resolve_server ?? "").split(",")
  const resolver = resolverAt(server, port)
  if (others.length > 0) {
    item.lossy("Only the first of its name servers was imported", "dns_resolve_server")
  }
  if (server.trim() !== "" && resolver === undefined) {
    item.lossy("Its name server is not an IP address and was not imported", "dns_resolve_server")
  }
  if ((read.conditions ?? []).length > 0) {
    item.lossy("Its conditions were not imported: add expected values by hand", "conditions")
  }
  return { type: "dns", host: hostname, recordType: read.dns_resolve_type, resolver }
}

function push({ interval = 60, maxretries = 0, retryInterval = interval }: Read): Draft {
  return { type: "heartbeat", periodSeconds: interval, graceSeconds: maxretries * retryInterval }
}

function tagNames(tags: unknown[] | undefined, item: Item): string[] {
  const names = textsIn(
    (tags ?? []).map((tag) => inside(tag, "name")),
    item,
    "tags",
  )
  const valued = (tags ?? []).filter((tag) => (inside(tag, "value") ?? "") !== "").length
  if (valued > 0) {
    item.lossy(
      `The values of ${plural(valued, "tag")} were not imported: labels have only names`,
      "tags",
    )
  }
  return names
}
