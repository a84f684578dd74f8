import { z } from "zod"
import type { Prisma } from "../../../platform/postgres.ts"
import { containing } from "../../kernel/containing.ts"
import { id, parse } from "../../kernel/input.ts"
import { text } from "../../../platform/text-schema.ts"

const filter = z.object({
  activeOnly: z.boolean().nullish(),
  monitorIds: z.array(id).max(100, "must name at most 100 monitors").nullish(),
  search: text(200).trim().nullish(),
})

/** An absent or null member does not filter. */
export function whereOf(given: z.input<typeof filter>): Prisma.MaintenanceWhereInput {
  const { activeOnly, monitorIds, search } = parse(filter, given)
  return {
    ...(activeOnly === true ? { state: { in: ["scheduled", "ongoing"] } } : {}),
    ...(monitorIds ? { monitors: { some: { monitorId: { in: monitorIds } } } } : {}),
    ...(search ? { OR: [{ title: containing(search) }, { description: containing(search) }] } : {}),
  }
}
