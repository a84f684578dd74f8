import { convertCheck } from "./checkly-check.ts"
import { drop } from "./item.ts"
import { openLedger } from "./ledger.ts"
import type { Provider } from "./provider.ts"
import { otherShape } from "./provider.ts"
import type { Found, Source } from "./source.ts"
import { findMarked, inside, isMembers } from "./source.ts"
import { listed, plural } from "./words.ts"

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
    const count = (name: string) =>
      found.filter(({ value }) => {
        const held = inside(value, name)
        return Array.isArray(held) ? held.length > 0 : typeof held === "number"
      }).length
    const held = [
      ["locations", count("locations")],
      ["groups", count("groupId")],
      ["alert channels", count("alertChannelSubscriptions")],
    ] as const
    const told = held.flatMap(([what, many]) =>
      many > 0 ? [`${what} (of ${plural(many, "check")})`] : [],
    )
    if (told.length > 0)
      ledger.general(`Not part of a document, to be set up here: ${listed(told)}`)
    return ledger.close()
  },
}
