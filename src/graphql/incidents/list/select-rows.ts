import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { DomainError, invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { alertFilter, incidentFilter } from "./list-filter.ts"
import { listIds } from "./read-list.ts"

/** Rows that one change may cover: its transaction ends within seconds. */
const mostRows = 1000

const ids = z.array(id).max(mostRows, "must name at most 1,000").nullish()

export const incidentSelection = z.strictObject({
  projectId: id,
  ids,
  filter: incidentFilter.nullish(),
})
export const alertSelection = z.strictObject({
  projectId: id,
  ids,
  filter: alertFilter.nullish(),
  ofIncidents: incidentSelection.omit({ projectId: true }).nullish(),
})

type Selected = Omit<z.output<typeof alertSelection>, "ofIncidents">

/**
 * The ids of the selected rows that the actor's limit allows; those of other projects are left out.
 *
 * @throws {DomainError} validation_failed unless either ids or a filter are given, or if more rows match.
 */
export async function selectRows(
  ctx: Context,
  subject: "incident" | "alert",
  { projectId, ids, filter }: Selected,
): Promise<string[]> {
  if ((ids === null || ids === undefined) === (filter === null || filter === undefined)) {
    throw invalid("#/selection/ids", "or filter must be given, but not both")
  }
  const limit = await ctx.access.limit(projectId)
  const list = { projectId, limit, subject, wanted: filter ?? { ids } }
  const found = await listIds(ctx, list, mostRows + 1)
  if (found.length <= mostRows) return found
  throw new DomainError(
    "validation_failed",
    "More than 1,000 match; narrow the filter and change them in parts.",
  )
}

/** The same for alerts, also as the open ones of selected incidents. Needs incidents:read for these. */
export async function selectAlerts(
  ctx: Context,
  given: z.input<typeof alertSelection>,
): Promise<{ projectId: string; ids: string[] }> {
  const { ofIncidents, ...selected } = parse(alertSelection, given)
  const { projectId } = selected
  if (!ofIncidents) return { projectId, ids: await selectRows(ctx, "alert", selected) }
  await ctx.access.require(projectId, "incidents:read", "project", "within")
  const incidentIds = await selectRows(ctx, "incident", { projectId, ...ofIncidents })
  const alerts = await ctx.database.prisma.alert.findMany({
    where: { incidentId: { in: incidentIds }, resolvedAt: null },
    select: { id: true },
    take: mostRows + 1,
  })
  const filter = { ids: alerts.map((alert) => alert.id) }
  return { projectId, ids: await selectRows(ctx, "alert", { projectId, filter }) }
}
