import { openLedger } from "./conversion-notes.ts"
import { tellPages } from "./pages.ts"
import { otherShape, type Provider } from "./provider.ts"
import {
  below,
  findMarked,
  inside,
  isMembers,
  pagesOf,
  topObjects,
  type Found,
  type Source,
} from "./source.ts"
import { statusCakeTable } from "./statuscake-members.ts"
import { convertTest } from "./statuscake-test.ts"

const title = "StatusCake"

/** The list of tests, or single tests with more detail. */
function find(source: Source): Found[] {
  const details = topObjects(source).flatMap(({ value, pointer }) => {
    const data = value["data"]
    const isTest = isMembers(data) && "test_type" in data
    return isTest ? [{ value: data, pointer: below(pointer, "data") }] : []
  })
  return [...findMarked(source, ["data"], "test_type"), ...details]
}

export const statusCake: Provider = {
  name: "statuscake",
  title,
  detect: (source) => find(source).length > 0,
  convert(source) {
    const found = find(source)
    if (found.length === 0 && pagesOf(source, "data").every(({ items }) => items.length > 0)) {
      throw otherShape(title, 'an API response with uptime tests in "data"')
    }
    const ledger = openLedger(title)
    for (const one of found) {
      const about = { name: inside(one.value, "name"), type: inside(one.value, "test_type") }
      ledger.takeObject(one, { ...about, table: statusCakeTable }, convertTest)
    }
    if (found.some(({ value }) => inside(value, "timeout") === undefined)) {
      ledger.general(
        "A list of tests does not contain timeouts, ports and conditions: convert the responses of /uptime/{test_id} to include them",
      )
    }
    tellPages(ledger, source, ["data"], {
      total: (page) => inside(page, "metadata", "total_count"),
    })
    return ledger.close()
  },
}
