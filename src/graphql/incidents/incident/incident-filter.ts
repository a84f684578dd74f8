import { z } from "zod"
import type { Prisma } from "../../../platform/postgres.ts"
import { containing } from "../../kernel/containing.ts"
import { id, name, parse } from "../../kernel/input.ts"
import { text } from "../../../platform/text-schema.ts"

const filter = z.object({
  activeOnly: z.boolean().nullish(),
  monitorIds: z.array(id).max(100, "must name at most 100 monitors").nullish(),
  severities: z.array(name).max(20, "must name at most 20 severities").nullish(),
  search: text(200).trim().nullish(),
})

type Where = Prisma.IncidentWhereInput & Prisma.AlertWhereInput

/** Filters of incidents and alerts; an absent or null member does not filter. */
export function whereOf(given: z.input<typeof filter>): Where {
  const { activeOnly, monitorIds, severities, search } = parse(filter, given)
  return {
    ...(activeOnly === true ? { resolvedAt: null } : {}),
    ...(monitorIds ? { monitorId: { in: monitorIds } } : {}),
    ...(severities ? { severity: { name: { in: severities } } } : {}),
    ...(search ? { OR: wordsOrNumber(search) } : {}),
  }
}

/** "#12" and "12" match the number as well as the text. */
function wordsOrNumber(search: string) {
  const words = containing(search)
  const number = /^#?(\d{1,9})$/.exec(search)?.[1]
  return [
    { title: words },
    { description: words },
    ...(number === undefined ? [] : [{ number: Number(number) }]),
  ]
}
