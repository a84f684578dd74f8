import { tellBeside } from "./beside.ts"
import type { Ledger } from "./ledger.ts"
import { openLedger } from "./ledger.ts"
import type { Provider } from "./provider.ts"
import { otherShape } from "./provider.ts"
import type { Found, Source } from "./source.ts"
import { below, elements, inside, isMembers, someHave, topObjects } from "./source.ts"
import { convertMonitor } from "./uptime-kuma-monitor.ts"
import { listed, plural } from "./words.ts"

const title = "Uptime Kuma"

/** Version 1 writes a list; version 2 also an object by id, or a bare list. */
function find(source: Source): Found[] {
  const named = topObjects(source).flatMap(({ value, pointer }) => {
    const held = { value: value["monitorList"], pointer: below(pointer, "monitorList") }
    if (!isMembers(held.value)) return elements(held)
    return Object.entries(held.value).map(([id, one]) => ({
      value: one,
      pointer: below(held.pointer, id),
    }))
  })
  if (named.length > 0 || source.kind === "table") return named
  const bare = source.values.flatMap(elements)
  return marks.some((mark) => someHave(bare, "type", mark)) ? bare : []
}
const marks = ["maxretries", "upsideDown", "retryInterval", "accepted_statuscodes", "pushToken"]

const isKuma = (source: Source): boolean =>
  find(source).length > 0 || topObjects(source).some(({ value }) => "monitorList" in value)

export const uptimeKuma: Provider = {
  name: "uptime-kuma",
  title,
  detect: isKuma,
  convert(source) {
    const found = find(source)
    if (!isKuma(source)) {
      throw otherShape(title, 'an object with "monitorList", or a list of its monitors')
    }
    const ledger = openLedger(title)
    for (const { value, pointer } of found) {
      ledger.take({ name: inside(value, "name"), type: inside(value, "type"), pointer }, (item) =>
        convertMonitor(value, item),
      )
    }
    tellRest(source, found, ledger)
    return ledger.close()
  },
}

/** What an export holds beside its monitors; a backup's notifications are settings full of secrets. */
function tellRest(source: Source, found: Found[], ledger: Ledger): void {
  const count = (name: string) =>
    topObjects(source).reduce((sum, { value }) => {
      const held = value[name]
      return sum + (typeof held === "object" && held !== null ? Object.keys(held).length : 0)
    }, 0)
  const [notices, proxies] = [count("notificationList"), count("proxyList")]
  const held = [
    ...(notices > 0 ? [plural(notices, "notification")] : []),
    ...(proxies > 0 ? [plural(proxies, "proxy", "proxies")] : []),
  ]
  if (held.length > 0) {
    ledger.general(`${listed(held)} in the export: not part of a document, to be set up here`)
  }
  tellBeside(ledger, found, ["groups", "parent"], ["notifications", "notificationIDList"])
}
