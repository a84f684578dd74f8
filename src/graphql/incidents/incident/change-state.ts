import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { id, name, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { findIncident } from "./find-incident.ts"
import { builtInState, namedState } from "../state/read-incident-parts.ts"
import { moveIncident } from "./move-incident.ts"

const input = z.object({ id, state: name })

/** Sets any state of the project by name; setting the current one has no effect. */
export async function changeIncidentState(ctx: Context, given: z.input<typeof input>) {
  const { id, state } = parse(input, given)
  const incident = await findIncident(ctx, id, "incidents:write")
  return transact(ctx, async (tx) => {
    const to = await namedState(tx.db, incident.projectId, "incident", state)
    return to.id === incident.stateId ? incident : moveIncident(tx, ctx, incident, to)
  })
}

/** Resolves an incident and its open alerts manually; returns a resolved one unchanged. */
export async function resolveIncident(ctx: Context, incidentId: string) {
  const incident = await findIncident(ctx, incidentId, "incidents:write")
  if (incident.resolvedAt !== null) return incident
  return transact(ctx, async (tx) => {
    const to = await builtInState(tx.db, incident.projectId, "incident", "resolved")
    return moveIncident(tx, ctx, incident, to)
  })
}

/** Reopens a resolved incident without paging anyone; returns an open one unchanged. */
export async function reopenIncident(ctx: Context, incidentId: string) {
  const incident = await findIncident(ctx, incidentId, "incidents:write")
  if (incident.resolvedAt === null) return incident
  return transact(ctx, async (tx) => {
    const to = await builtInState(tx.db, incident.projectId, "incident", "identified")
    return moveIncident(tx, ctx, incident, to)
  })
}
