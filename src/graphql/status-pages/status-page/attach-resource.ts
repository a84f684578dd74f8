import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { description, id, name, parse } from "../../kernel/input.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { changeStatusPage } from "./change-page.ts"
import { findStatusPage } from "./find-status-page.ts"

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
 * Shows a monitor at the end of a page, below all groups, under its current name; renaming the monitor later does
 * not change the page.
 * @throws {DomainError} validation_failed at `#/monitorId` if the page already shows it, and for unknown monitors
 * and those of another project alike.
 */
export async function attachMonitor(ctx: Context, given: z.input<typeof input>) {
  const { statusPageId, monitorId, displayName, ...data } = parse(input, given)
  const page = await findStatusPage(ctx, statusPageId, "status_pages:write")
  // The page tells how the monitor is. The scope of a key includes that.
  if (ctx.actor.kind === "user") await ctx.access.require(page.projectId, "monitors:read")
  return changeStatusPage(ctx, page, async (tx) => {
    const monitor = await lockMonitor(tx, page.projectId, monitorId)
    const where = { pageId: page.id }
    const { _max, _count } = await tx.db.statusPageResource.aggregate({
      where,
      _max: { order: true },
      _count: true,
    })
    if (_count >= mostResources) {
      throw invalid("#/statusPageId", `shows ${mostResources} monitors already, which is the limit`)
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
    if (resource === undefined) throw invalid("#/monitorId", "is already shown on this page")
    return {
      action: "status_page.monitor_attached",
      changes: { monitorId, resourceId: resource.id },
      result: resource,
    }
  })
}

/** Locked until the commit, so that deleting the monitor also deletes its new resource. */
async function lockMonitor({ db }: Transaction, projectId: string, monitorId: string) {
  const [monitor] = await db.$queryRaw<{ name: string }[]>`
    select name from monitor
     where id = ${monitorId}::uuid and project_id = ${projectId}::uuid and deleted_at is null for share`
  if (monitor === undefined) throw invalid("#/monitorId", "must be a monitor of this project")
  return monitor
}
