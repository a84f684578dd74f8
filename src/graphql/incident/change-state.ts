import { z } from "zod"
import type { Context } from "../context.ts"
import { id, name, parse } from "../input.ts"
import { transact } from "../transaction.ts"
import { findIncident } from "./find.ts"
import { builtInState, namedState } from "./look-up.ts"
import { moveIncident } from "./move.ts"

const input = z.object({ id, state: name })

/** Chooses any state of the project by its name; choosing the present one changes nothing. */
export async function changeIncidentState(ctx: Context, given: z.input<typeof input>) {
  const { id, state } = parse(input, given)
  const incident = await findIncident(ctx, id, "incidents:write")
  return transact(ctx, async (tx) => {
    const to = await namedState(tx.db, incident.projectId, "incident", state)
    return to.id === incident.stateId ? incident : moveIncident(tx, ctx, incident, to)
  })
}

/** Resolves an incident and its open alerts by hand; one that is resolved is answered as it is. */
export async function resolveIncident(ctx: Context, incidentId: string) {
  const incident = await findIncident(ctx, incidentId, "incidents:write")
  if (incident.resolvedAt !== null) return incident
  return transact(ctx, async (tx) => {
    const to = await builtInState(tx.db, incident.projectId, "incident", "resolved")
    return moveIncident(tx, ctx, incident, to)
  })
}

/** Opens a resolved incident again by hand; it pages nobody. One that is open is answered as it is. */
export async function reopenIncident(ctx: Context, incidentId: string) {
  const incident = await findIncident(ctx, incidentId, "incidents:write")
  if (incident.resolvedAt === null) return incident
  return transact(ctx, async (tx) => {
    const to = await builtInState(tx.db, incident.projectId, "incident", "identified")
    return moveIncident(tx, ctx, incident, to)
  })
}
