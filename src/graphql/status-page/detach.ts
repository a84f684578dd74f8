import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import type { Transaction } from "../transaction.ts"
import { changeStatusPage } from "./change.ts"
import { findResource } from "./find.ts"

/** Takes a monitor off a page; the others keep their places. */
export async function detachResource(ctx: Context, resourceId: string): Promise<string> {
  const { id, monitorId, page } = await findResource(ctx, resourceId)
  return changeStatusPage(ctx, page, async ({ db }) => {
    const { count } = await db.statusPageResource.deleteMany({ where: { id } })
    if (count === 0) throw notFound("status page resource")
    return {
      action: "status_page.monitor_detached",
      changes: { monitorId, resourceId: id },
      result: id,
    }
  })
}

/** Takes a monitor that is being deleted off every page, in the transaction that deletes it. */
export async function detachMonitor(
  tx: Transaction,
  { id, projectId }: { id: string; projectId: string },
): Promise<void> {
  const rows = await tx.db.$queryRaw<{ statusPageId: string }[]>`
    delete from status_page_resource where monitor_id = ${id}::uuid
    returning page_id as "statusPageId"`
  for (const { statusPageId } of rows)
    tx.publish("status_page.changed", { projectId, statusPageId })
}
