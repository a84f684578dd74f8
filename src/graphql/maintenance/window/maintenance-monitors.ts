import { z } from "zod"
import { DomainError } from "../../kernel/errors.ts"
import { id } from "../../kernel/input.ts"
import type { Transaction } from "../../kernel/transaction.ts"

export const monitorIds = z
  .array(id, { error: "must be a list of monitors" })
  .max(1000, "must name at most 1,000 monitors")
  .transform((ids) => [...new Set(ids)])

/** @throws {DomainError} validation_failed, for an unknown monitor and for one of another project alike. */
export async function requireMonitors(
  { db }: Transaction,
  projectId: string,
  ids: string[],
  pointerAt = (at: number) => `#/monitorIds/${at}`,
) {
  const rows = await db.monitor.findMany({
    where: { id: { in: ids }, projectId, deletedAt: null },
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
