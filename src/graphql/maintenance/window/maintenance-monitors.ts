import { z } from "zod"
import { DomainError, invalid } from "../../kernel/errors.ts"
import { id } from "../../kernel/input.ts"
import { monitorScope, type Limit } from "../../kernel/monitor-scope.ts"
import type { Transaction } from "../../kernel/transaction.ts"

export const monitorIds = z
  .array(id, { error: "must be a list of monitors" })
  .max(1000, "must name at most 1,000 monitors")
  .transform((ids) => [...new Set(ids)])

/**
 * @param limit what the actor is limited to; then there must be a monitor, or the actor would not see what it made.
 * @throws {DomainError} validation_failed, for an unknown monitor and for one of another project alike.
 */
export async function requireMonitors(
  { db }: Transaction,
  { projectId, limit }: { projectId: string; limit: Limit },
  ids: string[],
  pointerAt = (at: number) => `#/monitorIds/${at}`,
) {
  if (limit !== null && ids.length === 0) {
    throw invalid(pointerAt(0), "is required, because your access is limited to labels")
  }
  const rows = await db.monitor.findMany({
    where: { ...monitorScope(limit), id: { in: ids }, projectId, deletedAt: null },
    select: { id: true },
  })
  const known = new Set(rows.map((row) => row.id))
  const issues = ids.flatMap((one, at) =>
    known.has(one) ? [] : [{ pointer: pointerAt(at), detail: "must be a monitor of this project" }],
  )
  const first = issues[0]
  if (first === undefined) return
  throw new DomainError(
    "validation_failed",
    `The input is not valid: ${first.pointer} ${first.detail}`,
    issues.slice(0, 20),
  )
}
