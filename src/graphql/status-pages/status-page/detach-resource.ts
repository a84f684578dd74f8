import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { changeStatusPage } from "./change-page.ts"
import { findResource } from "./find-status-page.ts"

const input = z.object({ id, statusPageId: id.nullish() })

/**
 * Removes a monitor from a page; the others keep their positions.
 *
 * @throws {DomainError} not_found also if `statusPageId` names a different page.
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

/** Removes a monitor from every page, in the transaction that deletes it. */
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
