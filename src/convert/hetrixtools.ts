import { tellBeside } from "./beside.ts"
import type { Draft } from "./draft.ts"
import type { Dropped, Item } from "./item.ts"
import { drop, isDropped } from "./item.ts"
import { openLedger } from "./ledger.ts"
import { flag, number, readMembers, text } from "./members.ts"
import { tellPages } from "./pages.ts"
import type { Provider } from "./provider.ts"
import { otherShape } from "./provider.ts"
import type { Found, Members, Source } from "./source.ts"
import { elements, findMarked, inside, isMembers, pagesOf, someHave } from "./source.ts"
import type { Target } from "./target.ts"
import { splitPort } from "./target.ts"
import { quoted } from "./words.ts"

const title = "HetrixTools"

/** The first API answers with a list of two: the monitors in a list, and what is to say about them. */
function find(source: Source): Found[] {
  const listed = [
    ...findMarked(source, ["monitors"], "Target", "Type"),
    ...findMarked(source, ["monitors"], "target", "type", "check_frequency"),
  ]
  if (listed.length > 0 || source.kind === "table") return listed
  const nested = source.values.flatMap(elements).flatMap(elements)
  return someHave(nested, "Target", "Type") ? nested : []
}

export const hetrixTools: Provider = {
  name: "hetrixtools",
  title,
  detect: (source) => find(source).length > 0,
  convert(source) {
    const found = find(source)
    if (found.length === 0 && pagesOf(source, "monitors").every(({ items }) => items.length > 0)) {
      throw otherShape(title, 'an answer of its API with "monitors"')
    }
    const ledger = openLedger(title)
    for (const { value, pointer } of found) {
      const raw = isMembers(value) ? lowered(value) : null
      ledger.take({ name: raw?.["name"], type: raw?.["type"], pointer }, (item) =>
        raw === null ? drop("it is no object") : convertOne(raw, item),
      )
    }
    tellBeside(
      ledger,
      found,
      ["contact lists", "contact_lists"],
      ["contact lists", "Contact_List"],
      ["locations", "locations"],
      ["locations", "Locations"],
    )
    tellPages(ledger, source, ["monitors"], { total: (page) => inside(page, "meta", "total") })
    return ledger.close()
  },
}

/** The first API writes Check_Frequency_Seconds, the third check_frequency. */
const lowered = (raw: Members): Members =>
  Object.fromEntries(Object.entries(raw).map(([name, value]) => [name.toLowerCase(), value]))

const shape = {
  type: text,
  target: text,
  port: number,
  category: text,
  timeout: number,
  grace: number,
  check_frequency: number,
  check_frequency_seconds: number,
  number_of_tries: number,
  monitor_status: text,
  keyword: text,
  method: text,
  verify_ssl_certificate: flag,
}
type Read = ReturnType<typeof readMembers<typeof shape>>

function convertOne(raw: Members, item: Item): Draft | Dropped {
  const read = readMembers(shape, raw, item)
  const target = targetOf(read, item)
  if (isDropped(target)) return target
  const minutes = read.check_frequency
  return {
    ...target,
    intervalSeconds:
      read.check_frequency_seconds ?? (minutes === undefined ? undefined : minutes * 60),
    timeoutSeconds: read.timeout,
    failureThreshold: read.number_of_tries,
    isPaused: /^(paused|disabled|inactive)$/i.test(read.monitor_status ?? ""),
    labels: read.category === undefined ? [] : [read.category],
    request: {
      method: read.method,
      keyword: { text: read.keyword ?? "", isWanted: true },
      ignoresCertificate: read.verify_ssl_certificate === false,
    },
  }
}

const usualPorts = new Map([["smtp", 25]])

function targetOf({ type = "", target, port, timeout, grace }: Read, item: Item): Target | Dropped {
  const kind = type.toLowerCase()
  switch (kind) {
    case "website":
    case "http":
      return { type: "http", url: target }
    case "ping":
      return { type: "ping", host: target }
    case "service":
    case "smtp": {
      if (kind === "smtp") {
        item.lossy("That SMTP is spoken was left out; here the connection counts")
      }
      if (port !== undefined) return { type: "tcp", host: target, port }
      const split = splitPort(target ?? "")
      return { type: "tcp", host: split.host, port: split.port ?? usualPorts.get(kind) }
    }
    case "heartbeat":
      if (timeout === undefined) return drop("the export does not tell its period", "timeout")
      return { type: "heartbeat", periodSeconds: timeout, graceSeconds: grace }
    case "blacklist":
      return drop("a blacklist monitor does not watch whether something is up")
    default:
      return drop(`monitors of the type ${quoted(type)} have no counterpart here`, "type")
  }
}
