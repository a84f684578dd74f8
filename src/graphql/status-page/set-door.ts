import { z } from "zod"
import { newId } from "../../id.ts"
import type { Context } from "../context.ts"
import { invalid } from "../errors.ts"
import { id, parse, text } from "../input.ts"
import { changeStatusPage } from "./change.ts"
import { findStatusPage } from "./find.ts"
import { host } from "./host.ts"
import { hashPassword } from "./password.ts"

const mostDomains = 50

const input = z.object({
  id,
  kind: z.enum(["password", "email"]).nullable(),
  password: text(200).min(8, "must be at least 8 characters long").nullish(),
  emailDomains: z.array(host).max(mostDomains, `must be at most ${mostDomains}`).nullish(),
})
type Wanted = z.output<typeof input>

/**
 * Says how visitors come in while a page is not public, and takes it from the public; null takes the door away.
 * Whoever came in by the door before has to come in again.
 *
 * @throws {DomainError} validation_failed where what the kind needs is missing, or what it has no use for is given.
 */
export async function setDoor(ctx: Context, given: z.input<typeof input>) {
  const wanted = parse(input, given)
  const { kind } = wanted
  const page = await findStatusPage(ctx, wanted.id, "status_pages:write")
  checkNeeds(ctx, wanted)
  const data = {
    stamp: newId(),
    passwordHash: wanted.password ? await hashPassword(wanted.password) : null,
    emailDomains: wanted.emailDomains ?? [],
  }
  return changeStatusPage(ctx, page, async ({ db }) => {
    const where = { pageId: page.id }
    const changes = { kind, ...(kind === "email" ? { emailDomains: data.emailDomains } : {}) }
    const action = "status_page.door_changed"
    if (kind === null) {
      await db.statusPageDoor.deleteMany({ where })
      return { action, changes, result: page }
    }
    await db.statusPageDoor.upsert({
      where,
      create: { ...where, ...data, kind },
      update: { ...data, kind },
    })
    const result = await db.statusPage.update({ where: { id: page.id }, data: { isPublic: false } })
    return { action, changes: { ...changes, ...(page.isPublic && { isPublic: false }) }, result }
  })
}

function checkNeeds({ env }: Context, { kind, password, emailDomains }: Wanted): void {
  const hasDomains = (emailDomains?.length ?? 0) > 0
  if (kind === "password" && !password) throw invalid("#/password", "must be given for this kind")
  if (kind !== "password" && password) throw invalid("#/password", "must be left out for this kind")
  if (kind === "email" && !hasDomains) {
    throw invalid("#/emailDomains", "must name a domain at least, such as example.com")
  }
  if (kind !== "email" && hasDomains) {
    throw invalid("#/emailDomains", "must be left out for this kind")
  }
  if (kind === "email" && env.SMTP_URL === undefined) {
    throw invalid(
      "#/kind",
      "needs a mail server, which this installation has none of: set SMTP_URL",
    )
  }
}
