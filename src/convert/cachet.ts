import { cachetTable } from "./cachet-members.ts"
import { drop } from "./item.ts"
import { openLedger } from "./conversion-notes.ts"
import { flag, readMembers, text } from "./read-members.ts"
import { tellPages } from "./pages.ts"
import { otherShape, type Provider } from "./provider.ts"
import {
  below,
  inside,
  isFilled,
  isMembers,
  pagesOf,
  someHave,
  type Found,
  type Source,
} from "./source.ts"

const title = "Cachet"

/** Components; version 3 nests their members in attributes. */
function find(source: Source): Found[] {
  const items = pagesOf(source, "data").flatMap(({ items }) => items)
  if (someHave(items, "name", "link", "status")) return items
  return items.flatMap(({ value, pointer }) => {
    const attributes = { value: inside(value, "attributes"), pointer: below(pointer, "attributes") }
    return someHave([attributes], "name", "link", "status") ? [attributes] : []
  })
}

export const cachet: Provider = {
  name: "cachet",
  title,
  detect: (source) => find(source).length > 0,
  convert(source) {
    const found = find(source)
    if (found.length === 0 && pagesOf(source, "data").every(({ items }) => items.length > 0)) {
      throw otherShape(title, 'an API response with components in "data"')
    }
    const ledger = openLedger(title)
    for (const one of found) {
      const about = { name: inside(one.value, "name"), type: "component", table: cachetTable }
      ledger.takeObject(one, about, (raw, item) => {
        const read = readMembers({ link: text, description: text, enabled: flag }, raw, item)
        if (!isFilled(read.link)) {
          return drop(
            "it has no link: Cachet shows results of other tools and does not know its URL",
            "link",
          )
        }
        return {
          type: "http",
          url: read.link,
          description: read.description,
          isPaused: read.enabled === false,
          labels: tagsOf(raw["tags"]),
        }
      })
    }
    tellPages(ledger, source, ["data"], {
      total: (page) => inside(page, "meta", "pagination", "total"),
      next: (page) => inside(page, "links", "next"),
    })
    return ledger.close()
  },
}

const tagsOf = (tags: unknown): string[] =>
  Object.values(isMembers(tags) || Array.isArray(tags) ? tags : {}).filter(
    (tag): tag is string => typeof tag === "string",
  )
