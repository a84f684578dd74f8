import type { StatusPage } from "../../../../prisma/generated/client.ts"
import type { Prisma } from "../../../platform/postgres.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"

type AuditAction<T> = {
  /** Action in the audit log, such as status_page.updated. */
  action: string
  changes?: Prisma.InputJsonObject
  result: T
}

/**
 * Runs `work` with the page locked, because it counts or assigns positions on the page. Writes the audit entry and
 * notifies subscriptions.
 *
 * @throws {DomainError} not_found if the page was deleted meanwhile.
 */
export async function changeStatusPage<T>(
  ctx: Context,
  page: Pick<StatusPage, "id" | "projectId" | "name">,
  work: (tx: Transaction) => Promise<AuditAction<T>>,
): Promise<T> {
  const { id, projectId } = page
  return transact(ctx, async (tx) => {
    const locked = await tx.db.$queryRaw<unknown[]>`
      select 1 from status_page where id = ${id}::uuid for no key update`
    if (locked.length === 0) throw notFound("status page")
    const { result, action, changes } = await work(tx)
    await recordAudit(tx, ctx.actor, action, page, changes)
    tx.publish("status_page.changed", { projectId, statusPageId: id })
    return result
  })
}
