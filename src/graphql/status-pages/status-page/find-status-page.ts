import type { Context } from "../../kernel/context.ts"
import { finder, finderBelow, type ReadRow } from "../../kernel/require-found.ts"

/** A page that the actor may access. */
export const findStatusPage = finder("status page", ({ statusPage }, where) =>
  statusPage.findUnique({ where }),
)

const include = { page: true }

/** Makes the function that finds a part of a page which the actor may change. */
const partFinder = <Row extends { page: { projectId: string } }>(
  noun: string,
  read: ReadRow<Row>,
) => {
  const find = finderBelow(noun, read, ({ page }) => page.projectId)
  return (ctx: Context, id: string) => find(ctx, id, "status_pages:write")
}

export const findResource = partFinder("status page resource", ({ statusPageResource }, where) =>
  statusPageResource.findUnique({ where, include }),
)
export const findGroup = partFinder("status page group", ({ statusPageGroup }, where) =>
  statusPageGroup.findUnique({ where, include }),
)
export const findDomain = partFinder("status page domain", ({ statusPageDomain }, where) =>
  statusPageDomain.findUnique({ where, include }),
)
export const findAnnouncement = partFinder("announcement", ({ statusPageAnnouncement }, where) =>
  statusPageAnnouncement.findUnique({ where, include }),
)
