import { z } from "zod"
import { StateMeaning } from "../../../../prisma/generated/enums.ts"
import type { Prisma } from "../../../platform/postgres.ts"
import { id, parse } from "../../kernel/input.ts"
import { whereOf } from "../incident/incident-filter.ts"

const filter = z.object({
  meanings: z.array(z.enum(StateMeaning)).max(3).nullish(),
  policyIds: z.array(id).max(50, "must name at most 50 policies").nullish(),
  pagedUserIds: z.array(id).max(50, "must name at most 50 people").nullish(),
})

type Given = Parameters<typeof whereOf>[0] & z.input<typeof filter>

/** Filters that only alerts have, with those shared with incidents. */
export function whereOfAlerts(given: Given): Prisma.AlertWhereInput {
  const { meanings, policyIds, pagedUserIds } = parse(filter, given)
  return {
    AND: [
      whereOf(given),
      ...(meanings ? [{ state: { meaning: { in: meanings } } }] : []),
      ...(policyIds ? [{ escalation: { policyId: { in: policyIds } } }] : []),
      ...(pagedUserIds ? [{ pages: { some: { userId: { in: pagedUserIds } } } }] : []),
    ],
  }
}
