import type { Context } from "../../kernel/context.ts"
import { conflict } from "../../kernel/errors.ts"
import { transact } from "../../kernel/transaction.ts"
import { findIncident } from "./find-incident.ts"
import { moveIncident } from "./move-incident.ts"
import { builtInState } from "../state/read-incident-parts.ts"

/**
 * Withdraws an acknowledgement, and that of its open alerts: they are triggered again, and paging continues. Recovery
 * resolves the incident as before. Returns an incident that is not acknowledged unchanged.
 *
 * @throws {DomainError} conflict if the incident was resolved.
 */
export async function unacknowledgeIncident(ctx: Context, incidentId: string) {
  const { id, projectId } = await findIncident(ctx, incidentId, "incidents:write")
  return transact(ctx, async (tx) => {
    const before = await tx.db.incident.findUniqueOrThrow({ where: { id } })
    const { acknowledgedAt, resolvedAt } = before
    if (resolvedAt !== null) {
      throw conflict(
        "The incident is already resolved, so its acknowledgement cannot be withdrawn.",
      )
    }
    if (acknowledgedAt === null) return before
    const to = await builtInState(tx.db, projectId, "incident", "identified")
    return moveIncident(tx, ctx, before, to)
  })
}
