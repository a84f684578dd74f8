import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { id, parse } from "../../kernel/input.ts"
import { occurrencesOf, type Occurrence } from "./rules/recurrence.ts"
import { recurrence } from "./series-fields.ts"

const input = z.object({ projectId: id }).and(recurrence)

const mostShown = 6
/** Reaches the next windows of the rarest series: every twelve months. */
const aheadMs = 7 * 366 * 86_400_000

/** The next windows that a series would have, earliest first; nothing is saved. */
export async function previewSeries(
  ctx: Context,
  given: z.input<typeof input>,
): Promise<Occurrence[]> {
  const { projectId, ...rule } = parse(input, given)
  await ctx.access.require(projectId, "maintenances:read", "project", "within")
  const from = new Date(Math.max(ctx.clock.now().getTime(), rule.startsOn.getTime() - 86_400_000))
  return occurrencesOf(rule, from, new Date(from.getTime() + aheadMs)).slice(0, mostShown)
}
