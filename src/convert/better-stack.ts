import { convertHeartbeat, convertMonitor } from "./better-stack-monitor.ts"
import { heartbeatTable, monitorTable } from "./better-stack-members.ts"
import { drop } from "./item.ts"
import { openLedger } from "./conversion-notes.ts"
import { tellPages } from "./pages.ts"
import { otherShape, type Provider } from "./provider.ts"
import { below, findMarked, inside, isMembers, pagesOf, type Found, type Source } from "./source.ts"

const title = "Better Stack"

/** Monitors and heartbeats come from two API calls with the same envelope. */
const find = (source: Source): Found[] => findMarked(source, ["data"], "attributes", "type")

export const betterStack: Provider = {
  name: "better-stack",
  title,
  detect: (source) =>
    find(source).some(({ value }) =>
      ["monitor_type", "period"].some((name) => inside(value, "attributes", name) !== undefined),
    ),
  convert(source) {
    const found = find(source)
    if (found.length === 0 && pagesOf(source, "data").every(({ items }) => items.length > 0)) {
      throw otherShape(title, 'an API response with monitors or heartbeats in "data"')
    }
    const ledger = openLedger(title)
    for (const { value, pointer } of found) {
      const attributes = inside(value, "attributes")
      const isHeartbeat = inside(value, "type") === "heartbeat"
      const facts = {
        name: inside(attributes, isHeartbeat ? "name" : "pronounceable_name"),
        type: isHeartbeat ? "heartbeat" : inside(attributes, "monitor_type"),
        pointer: below(pointer, "attributes"),
        members: { value: attributes, table: isHeartbeat ? heartbeatTable : monitorTable },
      }
      ledger.take(facts, (item) => {
        if (!isMembers(attributes)) return drop("it has no attributes")
        return (isHeartbeat ? convertHeartbeat : convertMonitor)(attributes, item)
      })
    }
    tellPages(ledger, source, ["data"], { next: (page) => inside(page, "pagination", "next") })
    return ledger.close()
  },
}
