import { z } from "zod"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { id, parse } from "../input.ts"
import type { Transaction } from "../transaction.ts"
import { changeStatusPage } from "./change.ts"
import { findResource } from "./find.ts"

const input = z.object({ id, statusPageId: id.nullish() })

/**
 * Takes a monitor off a page; the others keep their places.
 *
 * @throws {DomainError} not_found also where `statusPageId` names another page than the one that shows it.
 */
export async function detachResource(ctx: Context, given: z.input<typeof input>): Promise<string> {
  const { id, statusPageId } = parse(input, given)
  const { monitorId, page } = await findResource(ctx, id)
  if (statusPageId && statusPageId !== page.id) throw notFound("status page resource")
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
