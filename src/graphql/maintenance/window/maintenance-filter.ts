import { z } from "zod"
import type { Prisma } from "../../../platform/postgres.ts"
import { containing } from "../../kernel/containing.ts"
import { id, parse } from "../../kernel/input.ts"
import { dayMs, maxDays } from "./rules/maintenance-window.ts"
import { text } from "../../../platform/text-schema.ts"

const filter = z.object({
  activeOnly: z.boolean().nullish(),
  monitorIds: z.array(id).max(100, "must name at most 100 monitors").nullish(),
  search: text(200).trim().nullish(),
  from: z.date().nullish(),
  until: z.date().nullish(),
  states: z.array(z.enum(["scheduled", "ongoing", "completed", "cancelled"])).nullish(),
})

/** An absent or null member does not filter. */
export function whereOf(given: z.input<typeof filter>): Prisma.MaintenanceWhereInput {
  const { activeOnly, monitorIds, search, from, until, states } = parse(filter, given)
  return {
    ...(activeOnly === true ? { state: { in: ["scheduled", "ongoing"] } } : {}),
    ...(states ? { AND: { state: { in: states } } } : {}),
    ...(from ? { endsAt: { gt: from } } : {}),
    startsAt: {
      // A window lasts at most 90 days: this bounds the part of the index that is read.
      ...(from ? { gte: new Date(from.getTime() - maxDays * dayMs) } : {}),
      ...(until ? { lt: until } : {}),
    },
    ...(monitorIds ? { monitors: { some: { monitorId: { in: monitorIds } } } } : {}),
    ...(search ? { OR: [{ title: containing(search) }, { description: containing(search) }] } : {}),
  }
}
