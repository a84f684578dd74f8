import { freshpingTable } from "./freshping-members.ts"
import type { Draft } from "./draft.ts"
import { drop, isDropped, type Dropped, type Item } from "./item.ts"
import { openLedger } from "./conversion-notes.ts"
import { list, number, readMembers, text, textsIn } from "./read-members.ts"
import { tellPages } from "./pages.ts"
import { otherShape, type Provider } from "./provider.ts"
import { findMarked, inside, pagesOf, type Found, type Members, type Source } from "./source.ts"
import { splitPort, type Target } from "./target.ts"
import { quoted } from "./convert-messages.ts"

const title = "Freshping"
const lists = ["checks", "results"]

const find = (source: Source): Found[] => findMarked(source, lists, "check_type")

export const freshping: Provider = {
  name: "freshping",
  title,
  detect: (source) => find(source).length > 0,
  convert(source) {
    const found = find(source)
    if (found.length === 0 && pagesOf(source, ...lists).every(({ items }) => items.length > 0)) {
      throw otherShape(title, 'an export with "checks", or an API response with "results"')
    }
    const ledger = openLedger(title)
    for (const one of found) {
      const name = inside(one.value, "name") ?? inside(one.value, "check_name")
      const about = { name, type: inside(one.value, "check_type"), table: freshpingTable }
      ledger.takeObject(one, about, convertOne)
    }
    tellPages(ledger, source, lists, {
      total: (page) => inside(page, "count"),
      next: (page) => inside(page, "next"),
    })
    return ledger.close()
  },
}

const shape = {
  check_type: text,
  url: text,
  check_url: text,
  host: text,
  port: number,
  check_interval: number,
  monitoring_interval: number,
  request_timeout: number,
  status: text,
  tags: list,
}

function convertOne(raw: Members, item: Item): Draft | Dropped {
  const read = readMembers(shape, raw, item)
  const target = targetOf(
    read.check_type ?? "",
    read.url ?? read.check_url ?? read.host,
    read.port,
    item,
  )
  if (isDropped(target)) return target
  return {
    ...target,
    intervalSeconds: read.check_interval ?? read.monitoring_interval,
    timeoutSeconds: read.request_timeout,
    isPaused: /^(paused|disabled|inactive)$/i.test(read.status ?? ""),
    labels: textsIn(
      read.tags?.map((tag) => inside(tag, "name") ?? tag),
      item,
      "tags",
    ),
  }
}

function targetOf(
  kind: string,
  place: string | undefined,
  port: number | undefined,
  item: Item,
): Target | Dropped {
  switch (kind.toUpperCase()) {
    case "HTTP":
    case "HTTPS":
      return { type: "http", url: place }
    case "PING":
    case "ICMP":
      return { type: "ping", host: place }
    case "PORT":
    case "TCP":
      return {
        type: "tcp",
        ...(port === undefined ? splitPort(place ?? "") : { host: place, port }),
      }
    case "DNS":
      item.lossy("The export does not contain its record type: A was assumed")
      return { type: "dns", host: place, recordType: "A" }
    default:
      return drop(`checks of the type ${quoted(kind)} are not supported`, "check_type")
  }
}
