import { convertCheck } from "./checkly-check.ts"
import { checkTable } from "./checkly-members.ts"
import { openLedger } from "./conversion-notes.ts"
import { otherShape, type Provider } from "./provider.ts"
import { findMarked, inside, type Found, type Source } from "./source.ts"

const title = "Checkly"

/** The API returns a bare list; some tools nest it. */
const find = (source: Source): Found[] => findMarked(source, ["checks", "data"], "checkType")

export const checkly: Provider = {
  name: "checkly",
  title,
  detect: (source) => find(source).length > 0,
  convert(source) {
    const found = find(source)
    const isEmpty =
      source.kind === "values" &&
      source.values.every(({ value }) => Array.isArray(value) && value.length === 0)
    if (found.length === 0 && !isEmpty) {
      throw otherShape(title, "the list of checks from its API")
    }
    const ledger = openLedger(title)
    for (const one of found) {
      const about = { name: inside(one.value, "name"), type: inside(one.value, "checkType") }
      ledger.takeObject(one, { ...about, table: checkTable }, convertCheck)
    }
    return ledger.close()
  },
}
