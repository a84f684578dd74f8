import { z } from "zod"
import type { Prisma } from "../../../platform/postgres.ts"
import { id, parse } from "../../kernel/input.ts"

const input = z.object({
  action: z
    .string()
    .regex(
      /^[a-z_]{1,50}(\.[a-z_]{0,50})?$/,
      "must be a prefix of an action, such as key. or key.created",
    )
    .nullish(),
  actorId: id.nullish(),
  subjectId: id.nullish(),
  actorKind: z.enum(["user", "key", "system"]).nullish(),
  since: z.date().nullish(),
  until: z.date().nullish(),
})

/** `action` is a prefix: `key.` matches every action on keys. `since` is inclusive, `until` exclusive. */
export function auditFilter(given: z.input<typeof input>): Prisma.AuditEntryWhereInput {
  const { action, actorId, subjectId, actorKind, since, until } = parse(input, given)
  return {
    // An underscore is a wildcard in LIKE.
    ...(action ? { action: { startsWith: action.replaceAll("_", "\\_") } } : {}),
    ...(actorId ? { actorId } : {}),
    ...(subjectId ? { subjectId } : {}),
    ...(actorKind ? { actorKind } : {}),
    ...(since || until
      ? { at: { ...(since ? { gte: since } : {}), ...(until ? { lt: until } : {}) } }
      : {}),
  }
}
