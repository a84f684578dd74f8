import type { Context } from "../../kernel/context.ts"
import { conflict } from "../../kernel/errors.ts"
import { transact } from "../../kernel/transaction.ts"
import { findIncident } from "./find-incident.ts"
import { builtInState } from "../state/read-incident-parts.ts"
import { moveIncident } from "./move-incident.ts"

/**
 * Acknowledges an incident and its open alerts. Returns an already acknowledged incident unchanged.
 *
 * @throws {DomainError} conflict if it was resolved without being acknowledged.
 */
export async function acknowledgeIncident(ctx: Context, incidentId: string) {
  const { id, projectId } = await findIncident(ctx, incidentId, "incidents:write")
  return transact(ctx, async (tx) => {
    const incident = await tx.db.incident.findUniqueOrThrow({ where: { id } })
    if (incident.acknowledgedAt !== null) return incident
    if (incident.resolvedAt !== null) {
      throw conflict("The incident is already resolved. Reopen it to acknowledge it.")
    }
    const to = await builtInState(tx.db, projectId, "incident", "acknowledged")
    return moveIncident(tx, ctx, incident, to)
  })
}
