import type { z } from "zod"
import type { Incident } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { timeoutMs, type BulkChange, type Kept, type Why } from "../alert/change-alerts.ts"
import { unseenTogether } from "../alert/require-all-seen.ts"
import { incidentSelection, selectRows } from "../list/select-rows.ts"
import { builtInState } from "../state/read-incident-parts.ts"
import { lockIncidentsOf } from "./follow-alerts.ts"
import { moveIncidents } from "./move-incident.ts"

export type IncidentSelection = z.input<typeof incidentSelection>

type Change = {
  state: "identified" | "acknowledged" | "resolved"
  /** Why an incident stays as it is; null to move it. */
  judge(incident: Incident): Why | null
}

/**
 * Moves selected incidents of a project to a built-in state in one transaction. They are locked first, so what somebody
 * else did meanwhile is seen, and is an outcome of that incident instead of an error.
 *
 * @throws {DomainError} what `selectRows` and `access.require` throw.
 */
async function changeIncidents(
  ctx: Context,
  given: IncidentSelection,
  { state, judge }: Change,
): Promise<BulkChange> {
  const selected = parse(incidentSelection, given)
  const { projectId } = selected
  await ctx.access.require(projectId, "incidents:write", "project", "within")
  const ids = await selectRows(ctx, "incident", selected)
  return transact(
    ctx,
    async (tx) => {
      const openAlerts = await tx.db.alert.findMany({
        where: { incidentId: { in: ids }, resolvedAt: null },
        select: { id: true, incidentId: true },
      })
      const alertIds = openAlerts.map(({ id }) => id)
      await lockIncidentsOf(tx, alertIds, ids)
      const unseenAlerts = await unseenTogether(tx, ctx, projectId, alertIds)
      const unseen = new Set(
        openAlerts.flatMap(({ id, incidentId }) => (unseenAlerts.has(id) ? [incidentId] : [])),
      )
      const incidents = await tx.db.incident.findMany({
        where: { id: { in: ids }, projectId },
        orderBy: { id: "asc" },
      })
      const judged = incidents.map((incident) => ({
        incident,
        why: judge(incident) ?? (unseen.has(incident.id) ? ("unseen" as const) : null),
      }))
      const open = judged.flatMap(({ incident, why }) => (why === null ? [incident] : []))
      const to = await builtInState(tx.db, projectId, "incident", state)
      const moved = new Set(open.length === 0 ? [] : await moveIncidents(tx, ctx, open, to))
      const kept = judged.flatMap(({ incident, why }): Kept[] =>
        moved.has(incident.id)
          ? []
          : [{ id: incident.id, why: why ?? "already", by: incident.acknowledgedBy }],
      )
      return { ids: [...moved], kept }
    },
    timeoutMs,
  )
}

/** Acknowledges incidents like `acknowledgeIncident`. */
export const acknowledgeIncidents = (ctx: Context, selection: IncidentSelection) =>
  changeIncidents(ctx, selection, {
    state: "acknowledged",
    judge: ({ acknowledgedAt, resolvedAt }) =>
      acknowledgedAt !== null ? "already" : resolvedAt !== null ? "resolved" : null,
  })

/** Withdraws acknowledgements like `unacknowledgeIncident`. */
export const unacknowledgeIncidents = (ctx: Context, selection: IncidentSelection) =>
  changeIncidents(ctx, selection, {
    state: "identified",
    judge: ({ acknowledgedAt, resolvedAt }) =>
      resolvedAt !== null ? "resolved" : acknowledgedAt === null ? "already" : null,
  })

/** Resolves incidents like `resolveIncident`. */
export const resolveIncidents = (ctx: Context, selection: IncidentSelection) =>
  changeIncidents(ctx, selection, {
    state: "resolved",
    judge: ({ resolvedAt }) => (resolvedAt === null ? null : "already"),
  })

/** Reopens incidents like `reopenIncident`. */
export const reopenIncidents = (ctx: Context, selection: IncidentSelection) =>
  changeIncidents(ctx, selection, {
    state: "identified",
    judge: ({ resolvedAt }) => (resolvedAt === null ? "already" : null),
  })
