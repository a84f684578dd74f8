import { openLedger } from "./conversion-notes.ts"
import { tellPages } from "./pages.ts"
import { otherShape, type Provider } from "./provider.ts"
import { findMarked, inside, pagesOf, type Found, type Source } from "./source.ts"
import { isRobotTable, takeRows } from "./uptimerobot-table.ts"
import { takeV2 } from "./uptimerobot-v2.ts"
import { takeV3 } from "./uptimerobot-v3.ts"

const title = "UptimeRobot"
const lists = ["monitors", "data"]

const findV2 = (source: Source): Found[] => findMarked(source, lists, "friendly_name")
const findV3 = (source: Source): Found[] => findMarked(source, lists, "friendlyName")

export const uptimeRobot: Provider = {
  name: "uptimerobot",
  title,
  detect: (source) =>
    isRobotTable(source) || findV2(source).length > 0 || findV3(source).length > 0,
  convert(source) {
    const ledger = openLedger(title)
    const [v2, v3] = [findV2(source), findV3(source)]
    if (isRobotTable(source)) takeRows(source, ledger)
    else if (v3.length > 0) takeV3(v3, ledger)
    else if (v2.length > 0) takeV2(v2, ledger)
    else if (pagesOf(source, ...lists).every(({ items }) => items.length > 0)) {
      throw otherShape(
        title,
        'an API response with "monitors" or "data", or its CSV with the columns Type, Friendly Name and URL/IP',
      )
    }
    tellPages(ledger, source, lists, {
      total: (page) => inside(page, "pagination", "total"),
      next: (page) => inside(page, "nextLink") ?? inside(page, "nextCursorId"),
    })
    return ledger.close()
  },
}
