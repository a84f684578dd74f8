import { kenerTable } from "./kener-members.ts"
import { convertMonitor } from "./kener-monitor.ts"
import { openLedger } from "./conversion-notes.ts"
import { otherShape, type Provider } from "./provider.ts"
import { findMarked, inside, type Found, type Source } from "./source.ts"

const title = "Kener"

/** Up to version 2 a YAML list, from version 3 API responses. */
function find(source: Source): Found[] {
  const rows = findMarked(source, ["monitors", "data"], "tag", "monitor_type")
  return rows.length > 0 ? rows : findMarked(source, ["monitors"], "tag", "name")
}

export const kener: Provider = {
  name: "kener",
  title,
  bareVariables: "upper",
  detect: (source) => find(source).length > 0,
  convert(source) {
    const found = find(source)
    const isEmpty =
      source.kind === "values" &&
      source.values.every(({ value }) => Array.isArray(value) && value.length === 0)
    if (found.length === 0 && !isEmpty) {
      throw otherShape(title, 'its monitors.yaml, or an API response with "tag" and "monitor_type"')
    }
    const ledger = openLedger(title, "upper")
    for (const one of found) {
      const type = typeOf(one.value)
      const about = { name: inside(one.value, "name"), type, table: kenerTable }
      ledger.takeObject(one, about, (raw, item) => convertMonitor(raw, type, item))
    }
    return ledger.close()
  },
}

/** Before version 3, the member that holds the settings names the type. */
function typeOf(monitor: unknown): string {
  const type = inside(monitor, "monitor_type")
  if (typeof type === "string") return type.toUpperCase()
  return (
    ["api", "ping", "tcp", "dns", "ssl"]
      .find((name) => inside(monitor, name) !== undefined)
      ?.toUpperCase() ?? "NONE"
  )
}
