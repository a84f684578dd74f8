import { z } from "zod"
import type { Prisma } from "../../postgres.ts"
import { id, parse } from "../input.ts"

const input = z.object({
  action: z
    .string()
    .regex(
      /^[a-z_]{1,50}(\.[a-z_]{0,50})?$/,
      "must be the beginning of an action, such as key. or key.created",
    )
    .nullish(),
  actorId: id.nullish(),
  actorKind: z.enum(["user", "key", "system"]).nullish(),
  since: z.date().nullish(),
  until: z.date().nullish(),
})

/** `action` is a beginning: `key.` finds all that was done to keys. `since` counts in, `until` does not. */
export function auditFilter(given: z.input<typeof input>): Prisma.AuditEntryWhereInput {
  const { action, actorId, actorKind, since, until } = parse(input, given)
  return {
    // An underscore would stand for any letter.
    ...(action ? { action: { startsWith: action.replaceAll("_", "\\_") } } : {}),
    ...(actorId ? { actorId } : {}),
    ...(actorKind ? { actorKind } : {}),
    ...(since || until
      ? { at: { ...(since ? { gte: since } : {}), ...(until ? { lt: until } : {}) } }
      : {}),
  }
}
