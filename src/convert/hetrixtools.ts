import type { Draft } from "./draft.ts"
import { drop, isDropped, type Dropped, type Item } from "./item.ts"
import { openLedger } from "./conversion-notes.ts"
import { flag, list, number, readMembers, text } from "./read-members.ts"
import { tellPages } from "./pages.ts"
import { otherShape, type Provider } from "./provider.ts"
import { acceptedCodes } from "./request.ts"
import {
  elements,
  findMarked,
  inside,
  isMembers,
  pagesOf,
  someHave,
  type Found,
  type Members,
  type Source,
} from "./source.ts"
import { splitPort, type Target } from "./target.ts"
import { hetrixTable } from "./hetrixtools-members.ts"
import { quoted } from "./convert-messages.ts"

const title = "HetrixTools"

/** Version 1 of the API returns a list of two: the monitors, and metadata. */
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
      throw otherShape(title, 'an API response with "monitors"')
    }
    const ledger = openLedger(title)
    for (const { value, pointer } of found) {
      const raw = isMembers(value) ? lowered(value) : null
      const about = { name: raw?.["name"], type: raw?.["type"], table: hetrixTable }
      ledger.takeObject({ value: raw, pointer }, about, convertOne)
    }
    tellPages(ledger, source, ["monitors"], { total: (page) => inside(page, "meta", "total") })
    return ledger.close()
  },
}

/** Version 1 writes Check_Frequency_Seconds, version 3 check_frequency. */
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
  fails_before_alert: number,
  method: text,
  http_method: text,
  max_redirects: number,
  follow_redirects: flag,
  accepted_http_codes: list,
  verify_ssl_certificate: flag,
  verify_ssl_host: flag,
  verify_ssl_hostname: flag,
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
    failureThreshold: read.fails_before_alert ?? read.number_of_tries,
    isPaused: /^(paused|disabled|inactive)$/i.test(read.monitor_status ?? ""),
    labels: read.category === undefined ? [] : [read.category],
    request: {
      method: read.http_method ?? read.method,
      keyword: { text: read.keyword ?? "", isWanted: true },
      codes: acceptedCodes(read.accepted_http_codes, item, "accepted_http_codes"),
      maxRedirects: read.follow_redirects === false ? 0 : read.max_redirects,
      ignoresCertificate:
        [read.verify_ssl_certificate, read.verify_ssl_host, read.verify_ssl_hostname].includes(
          false,
        ) && /^https:/i.test(read.target ?? ""),
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
        item.lossy("SMTP is not supported; only the connection is checked")
      }
      if (port !== undefined) return { type: "tcp", host: target, port }
      const split = splitPort(target ?? "")
      const usual = usualPorts.get(kind)
      if (split.port === undefined && usual !== undefined) {
        item.lossy(`The export does not contain its port: ${usual} was assumed`)
      }
      return { type: "tcp", host: split.host, port: split.port ?? usual }
    }
    case "heartbeat":
      if (timeout === undefined) return drop("the export does not contain its period", "timeout")
      return { type: "heartbeat", periodSeconds: timeout, graceSeconds: grace }
    case "blacklist":
      return drop("blacklist monitors are not supported")
    default:
      return drop(`monitors of the type ${quoted(type)} are not supported`, "type")
  }
}
