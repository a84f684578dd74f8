import { spoken } from "./amounts.ts"
import type { Draft } from "./draft.ts"
import type { Dropped, Item } from "./item.ts"
import { drop } from "./item.ts"
import { flag, isUnclear, list, number, readMembers, tellFilled, text, textsIn } from "./members.ts"
import type { Members } from "./source.ts"
import { inside, isMembers } from "./source.ts"
import { resolverAt } from "./target.ts"
import { requestOf } from "./uptime-kuma-request.ts"
import { plural, quoted } from "./words.ts"

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
  upsideDown: flag,
  tags: list,
}

export function convertMonitor(raw: unknown, item: Item): Draft | Dropped {
  if (!isMembers(raw)) return drop("it is no object")
  const read = readMembers(shape, raw, item)
  const kind = read.type ?? ""
  if (kind === "group") return drop("a group is a folder and watches nothing itself")
  const target = targets.get(kind)
  if (target === undefined) {
    return drop(`monitors of the type ${quoted(kind)} have no counterpart here`, "type")
  }
  if (read.upsideDown === true || isUnclear(raw, "upsideDown")) {
    return drop(
      read.upsideDown === true
        ? "it is turned upside down there: here it would alarm while all is well"
        : 'whether it is turned upside down cannot be read: "upsideDown" should be true or false',
      "upsideDown",
    )
  }
  const { interval, retryInterval = interval } = read
  if (kind !== "push" && retryInterval !== interval && retryInterval !== undefined) {
    item.lossy(
      `It is looked at every ${spoken(retryInterval)} while it fails there; here a failure is confirmed at once, and counted once an interval`,
      "retryInterval",
    )
  }
  tellFilled(raw, item, losses)
  return {
    ...target(read, raw, item),
    description: read.description,
    intervalSeconds: interval,
    timeoutSeconds: timeoutOf(read),
    failureThreshold: read.maxretries === undefined ? undefined : read.maxretries + 1,
    isPaused: read.active === false,
    labels: tagNames(read.tags, item),
  }
}

const losses = {
  resendInterval: "That its alarm is repeated was left out: escalation rules do that here",
  cacheBust: "The changing parameter that it sends against caches was left out",
  domainExpiryNotification: "Its warning of an expiring domain has no counterpart here",
  ipFamily: "That it looks over one address family alone was left out",
}

type Read = Partial<ReturnType<typeof readMembers<typeof shape>>>
type Make = (read: Read, raw: Members, item: Item) => Draft

/** Every monitor that is no website carries the address "https://", which means nothing. */
const website: Make = ({ url }, raw, item) => ({ type: "http", url, request: requestOf(raw, item) })

const targets = new Map<string, Make>([
  ["http", website],
  ["keyword", website],
  ["json-query", website],
  ["port", ({ hostname, port }) => ({ type: "tcp", host: hostname, port })],
  ["ping", ping],
  ["dns", dns],
  ["push", push],
])

/** It waits for four fifths of the interval where nothing was set. */
function timeoutOf({ timeout = 0, interval }: Read): number | undefined {
  if (timeout > 0) return timeout
  return interval === undefined ? undefined : Math.ceil(interval * 0.8)
}

function ping({ hostname }: Read, raw: Members, item: Item): Draft {
  const { packetSize } = readMembers({ packetSize: number }, raw, item)
  if (packetSize !== undefined && packetSize !== usualPacket) {
    item.lossy(`Its packets of ${packetSize} bytes have no counterpart here`, "packetSize")
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
    item.lossy(
      "It asks several name servers there, and the first of them here",
      "dns_resolve_server",
    )
  }
  if (server.trim() !== "" && resolver === undefined) {
    item.lossy("Its name server is no address and was left out", "dns_resolve_server")
  }
  if ((read.conditions ?? []).length > 0) {
    item.lossy(
      "Its conditions on the answer were left out: set the expected values by hand",
      "conditions",
    )
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
    item.lossy(`The values of ${plural(valued, "tag")} were left out: a label is a name`, "tags")
  }
  return names
}
