import { z } from "zod"
import { newId } from "../../id.ts"
import type { Context } from "../context.ts"
import { invalid } from "../errors.ts"
import { description, id, name, parse } from "../input.ts"
import type { Transaction } from "../transaction.ts"
import { changeStatusPage } from "./change.ts"
import { findStatusPage } from "./find.ts"

const input = z.object({
  statusPageId: id,
  monitorId: id,
  displayName: name.optional(),
  displayDescription: description.default(""),
  showUptimePercent: z.boolean().default(true),
  showResponseTimes: z.boolean().default(true),
})

const mostResources = 1000

/**
 * Shows a monitor at the end of a page, below all groups. It takes the monitor's name as it is now: a later
 * change of that name is not told to the world.
 *
 * @throws {DomainError} validation_failed at `#/monitorId` for one that the page shows already, and alike for one
 * of another project and one that never was.
 */
export async function attachMonitor(ctx: Context, given: z.input<typeof input>) {
  const { statusPageId, monitorId, displayName, ...data } = parse(input, given)
  const page = await findStatusPage(ctx, statusPageId, "status_pages:write")
  return changeStatusPage(ctx, page, async (tx) => {
    const monitor = await holdMonitor(tx, page.projectId, monitorId)
    const where = { pageId: page.id }
    const { _max, _count } = await tx.db.statusPageResource.aggregate({
      where,
      _max: { order: true },
      _count: true,
    })
    if (_count >= mostResources) {
      throw invalid("#/statusPageId", `shows ${mostResources} monitors already, the most it can`)
    }
    const [resource] = await tx.db.statusPageResource.createManyAndReturn({
      data: [
        {
          ...data,
          ...where,
          id: newId(),
          monitorId,
          displayName: displayName ?? monitor.name,
          order: (_max.order ?? 0) + 1,
        },
      ],
      skipDuplicates: true,
    })
    if (resource === undefined) throw invalid("#/monitorId", "is shown on this page already")
    return {
      action: "status_page.monitor_attached",
      changes: { monitorId, resourceId: resource.id },
      result: resource,
    }
  })
}

/** Held until the commit, so that it cannot be deleted without taking its new resource along. */
async function holdMonitor({ db }: Transaction, projectId: string, monitorId: string) {
  const [monitor] = await db.$queryRaw<{ name: string }[]>`
    select name from monitor
     where id = ${monitorId}::uuid and project_id = ${projectId}::uuid and deleted_at is null for share`
  if (monitor === undefined) throw invalid("#/monitorId", "must be a monitor of this project")
  return monitor
}
