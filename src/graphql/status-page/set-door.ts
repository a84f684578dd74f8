import { z } from "zod"
import { newId } from "../../id.ts"
import type { Context } from "../context.ts"
import { invalid } from "../errors.ts"
import { id, parse, text } from "../input.ts"
import { changeStatusPage } from "./change.ts"
import { findStatusPage } from "./find.ts"
import { hashPassword } from "./password.ts"

const password = text(200).min(8, "must be at least 8 characters long")

const input = z.object({
  id,
  kind: z.literal("password").nullable(),
  password: password.nullish(),
})

/**
 * Says how visitors come in while a page is not public, and takes it from the public; null takes the door away.
 * Whoever came in by the door before has to come in again.
 *
 * @throws {DomainError} validation_failed at `#/password` where the kind needs one, or has none.
 */
export async function setDoor(ctx: Context, given: z.input<typeof input>) {
  const { id, kind, password } = parse(input, given)
  const page = await findStatusPage(ctx, id, "status_pages:write")
  if (kind === null && password) throw invalid("#/password", "must be left out without a kind")
  if (kind !== null && !password) throw invalid("#/password", "must be given for this kind")
  const passwordHash = password ? await hashPassword(password) : null
  return changeStatusPage(ctx, page, async ({ db }) => {
    const where = { pageId: page.id }
    if (kind === null) await db.statusPageDoor.deleteMany({ where })
    else {
      const data = { kind, stamp: newId(), passwordHash }
      await db.statusPageDoor.upsert({ where, create: { ...where, ...data }, update: data })
    }
    return {
      action: "status_page.door_changed",
      changes: { kind, ...(kind !== null && page.isPublic ? { isPublic: false } : {}) },
      result:
        kind === null
          ? page
          : await db.statusPage.update({ where: { id: page.id }, data: { isPublic: false } }),
    }
  })
}
