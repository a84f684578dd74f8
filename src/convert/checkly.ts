import { tellBeside } from "./beside.ts"
import { convertCheck } from "./checkly-check.ts"
import { drop } from "./item.ts"
import { openLedger } from "./ledger.ts"
import type { Provider } from "./provider.ts"
import { otherShape } from "./provider.ts"
import type { Found, Source } from "./source.ts"
import { findMarked, inside, isMembers } from "./source.ts"

const title = "Checkly"

/** The API answers with a bare list; some tools put it under a name. */
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
      throw otherShape(title, "the list of checks that its API answers with")
    }
    const ledger = openLedger(title)
    for (const { value, pointer } of found) {
      const facts = { name: inside(value, "name"), type: inside(value, "checkType"), pointer }
      ledger.take(facts, (item) =>
        isMembers(value) ? convertCheck(value, item) : drop("it is no object"),
      )
    }
    tellBeside(
      ledger,
      found,
      ["locations", "locations"],
      ["groups", "groupId"],
      ["alert channels", "alertChannelSubscriptions"],
    )
    return ledger.close()
  },
}
