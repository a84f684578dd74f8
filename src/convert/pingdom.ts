import { openLedger } from "./conversion-notes.ts"
import { tellPages } from "./pages.ts"
import { convertCheck } from "./pingdom-check.ts"
import { pingdomTable } from "./pingdom-members.ts"
import { otherShape, type Provider } from "./provider.ts"
import {
  below,
  inside,
  isMembers,
  pagesOf,
  someHave,
  topObjects,
  type Found,
  type Source,
} from "./source.ts"

const title = "Pingdom"

/** The list of checks, or single checks with more detail, possibly concatenated. */
function find(source: Source): Found[] {
  const details = topObjects(source).flatMap(({ value, pointer }) =>
    isMembers(value["check"]) ? [{ value: value["check"], pointer: below(pointer, "check") }] : [],
  )
  return [...pagesOf(source, "checks").flatMap(({ items }) => items), ...details]
}

const isPingdom = (source: Source): boolean =>
  someHave(find(source), "resolution") || someHave(find(source), "interval", "region")

const typeOf = (check: unknown): unknown => {
  const type = inside(check, "type")
  return isMembers(type) ? Object.keys(type)[0] : (type ?? "transaction")
}

export const pingdom: Provider = {
  name: "pingdom",
  title,
  detect: isPingdom,
  convert(source) {
    const found = find(source)
    if (found.length === 0 && pagesOf(source, "checks").length === 0) {
      throw otherShape(title, 'an API response with "checks" or "check"')
    }
    const ledger = openLedger(title)
    for (const one of found) {
      const about = { name: inside(one.value, "name"), type: typeOf(one.value) }
      ledger.takeObject(one, { ...about, table: pingdomTable }, convertCheck)
    }
    tellPages(ledger, source, ["checks"], { total: (page) => inside(page, "counts", "total") })
    return ledger.close()
  },
}
