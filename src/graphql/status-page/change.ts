import type { StatusPage } from "../../../prisma/generated/client.ts"
import type { Prisma } from "../../postgres.ts"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import type { Transaction } from "../transaction.ts"
import { transact } from "../transaction.ts"

type Deed<T> = {
  /** The audit's word for it, such as status_page.updated. */
  action: string
  changes?: Prisma.InputJsonObject
  result: T
}

/**
 * Runs `work` on a page alone: whoever counts places on it, or gives them, stands in line at its row. What was
 * done is told to the audit log and to whoever watches.
 *
 * @throws {DomainError} not_found where the page went meanwhile.
 */
export async function changeStatusPage<T>(
  ctx: Context,
  { id, projectId, name }: Pick<StatusPage, "id" | "projectId" | "name">,
  work: (tx: Transaction) => Promise<Deed<T>>,
): Promise<T> {
  return transact(ctx, async (tx) => {
    const held = await tx.db.$queryRaw<unknown[]>`
      select 1 from status_page where id = ${id}::uuid for no key update`
    if (held.length === 0) throw notFound("status page")
    const { result, ...deed } = await work(tx)
    await recordAudit(tx, ctx.actor, { projectId, subjectId: id, subjectName: name, ...deed })
    tx.publish("status_page.changed", { projectId, statusPageId: id })
    return result
  })
}
