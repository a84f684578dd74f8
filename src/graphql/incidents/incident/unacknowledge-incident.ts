import type { Context } from "../../kernel/context.ts"
import { conflict } from "../../kernel/errors.ts"
import { transact } from "../../kernel/transaction.ts"
import { triggerAgain } from "../alert/unacknowledge-alert.ts"
import { findIncident } from "./find-incident.ts"
import { moveIncident } from "./move-incident.ts"
import { builtInState } from "./read-incident-parts.ts"

/**
 * Withdraws an acknowledgement, and that of the alerts which were acknowledged with it: they are triggered again, and
 * paging continues. Recovery resolves the incident as before. Returns an incident that is not acknowledged unchanged.
 *
 * @throws {DomainError} conflict if the incident was resolved.
 */
export async function unacknowledgeIncident(ctx: Context, incidentId: string) {
  const { id, projectId } = await findIncident(ctx, incidentId, "incidents:write")
  return transact(ctx, async (tx) => {
    const before = await tx.db.incident.findUniqueOrThrow({ where: { id } })
    const { acknowledgedAt, resolvedAt, isManual } = before
    if (resolvedAt !== null) {
      throw conflict(
        "The incident is already resolved, so its acknowledgement cannot be withdrawn.",
      )
    }
    if (acknowledgedAt === null) return before
    const to = await builtInState(tx.db, projectId, "incident", "identified")
    const moved = await moveIncident(tx, ctx, before, to, { isManual })
    const alerts = await tx.db.alert.findMany({
      where: { incidentId: id, acknowledgedAt, resolvedAt: null },
      orderBy: { id: "asc" },
      select: { id: true },
    })
    for (const alert of alerts) await triggerAgain(tx, ctx, projectId, alert.id)
    return moved
  })
}
