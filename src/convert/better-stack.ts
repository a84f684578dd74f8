import { tellBeside } from "./beside.ts"
import { convertHeartbeat, convertMonitor } from "./better-stack-monitor.ts"
import { drop } from "./item.ts"
import { openLedger } from "./ledger.ts"
import { tellPages } from "./pages.ts"
import type { Provider } from "./provider.ts"
import { otherShape } from "./provider.ts"
import type { Found, Source } from "./source.ts"
import { below, findMarked, inside, isMembers, pagesOf } from "./source.ts"

const title = "Better Stack"

/** Monitors and heartbeats come from two calls, in the same envelope. */
const find = (source: Source): Found[] => findMarked(source, ["data"], "attributes", "type")

export const betterStack: Provider = {
  name: "better-stack",
  title,
  detect: (source) => find(source).length > 0,
  convert(source) {
    const found = find(source)
    if (found.length === 0 && pagesOf(source, "data").every(({ items }) => items.length > 0)) {
      throw otherShape(title, 'an answer of its API with "data" that holds monitors or heartbeats')
    }
    const ledger = openLedger(title)
    for (const { value, pointer } of found) {
      const attributes = inside(value, "attributes")
      const isHeartbeat = inside(value, "type") === "heartbeat"
      const facts = {
        name: inside(attributes, isHeartbeat ? "name" : "pronounceable_name"),
        type: isHeartbeat ? "heartbeat" : inside(attributes, "monitor_type"),
        pointer: below(pointer, "attributes"),
      }
      ledger.take(facts, (item) => {
        if (!isMembers(attributes)) return drop("it has no attributes")
        return (isHeartbeat ? convertHeartbeat : convertMonitor)(attributes, item)
      })
    }
    tellBeside(
      ledger,
      found,
      ["groups", "attributes", "monitor_group_id"],
      ["groups of heartbeats", "attributes", "heartbeat_group_id"],
      ["escalation policies", "attributes", "policy_id"],
      ["regions", "attributes", "regions"],
    )
    tellPages(ledger, source, ["data"], { next: (page) => inside(page, "pagination", "next") })
    return ledger.close()
  },
}
