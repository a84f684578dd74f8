import { z } from "zod"
import type { Prisma } from "../../postgres.ts"
import { id, name, parse, text } from "../input.ts"

const filter = z.object({
  activeOnly: z.boolean().nullish(),
  monitorIds: z.array(id).max(100, "must name at most 100 monitors").nullish(),
  severities: z.array(name).max(20, "must name at most 20 severities").nullish(),
  search: text(200).trim().nullish(),
})

type Where = Prisma.IncidentWhereInput & Prisma.AlertWhereInput

/** What incidents and alerts are filtered by; a member that is absent or null filters nothing. */
export function whereOf(given: z.input<typeof filter>): Where {
  const { activeOnly, monitorIds, severities, search } = parse(filter, given)
  return {
    ...(activeOnly === true ? { resolvedAt: null } : {}),
    ...(monitorIds ? { monitorId: { in: monitorIds } } : {}),
    ...(severities ? { severity: { name: { in: severities } } } : {}),
    ...(search ? { OR: wordsOrNumber(search) } : {}),
  }
}

/** "#12" and "12" find the number as well as the words. */
function wordsOrNumber(search: string) {
  const words = containing(search)
  const number = /^#?(\d{1,9})$/.exec(search)?.[1]
  return [
    { title: words },
    { description: words },
    ...(number === undefined ? [] : [{ number: Number(number) }]),
  ]
}

/** Percent and underscore are letters here, not the wildcards of LIKE. */
export const containing = (words: string) => ({
  contains: words.replaceAll(/[\\%_]/g, "\\$&"),
  mode: "insensitive" as const,
})
