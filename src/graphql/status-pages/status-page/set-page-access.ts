import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { text } from "../../../platform/text-schema.ts"
import { changeStatusPage } from "./change-page.ts"
import { findStatusPage } from "./find-status-page.ts"
import { host } from "./page-host.ts"
import { hashPassword } from "./page-password.ts"

const mostDomains = 50

const input = z.object({
  id,
  kind: z.enum(["password", "email"]).nullable(),
  password: text(200).min(8, "must be at least 8 characters long").nullish(),
  emailDomains: z.array(host).max(mostDomains, `must be at most ${mostDomains}`).nullish(),
})
type Wanted = z.output<typeof input>

/**
 * Makes a page private and sets how visitors get access; a null kind restricts it to members of the project.
 * Visitors who had access before must request it again.
 * @throws {DomainError} validation_failed if a field the kind requires is missing, or one it does not accept is
 * given.
 */
export async function setPageAccess(ctx: Context, given: z.input<typeof input>) {
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
    const action = "status_page.access_changed"
    if (kind === null) {
      await db.statusPageAccess.deleteMany({ where })
      return { action, changes, result: page }
    }
    await db.statusPageAccess.upsert({
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
  if (kind !== "password" && password) throw invalid("#/password", "must be omitted for this kind")
  if (kind === "email" && !hasDomains) {
    throw invalid("#/emailDomains", "must contain at least one domain, such as example.com")
  }
  if (kind !== "email" && hasDomains) {
    throw invalid("#/emailDomains", "must be omitted for this kind")
  }
  if (kind === "email" && env.SMTP_URL === undefined) {
    throw invalid("#/kind", "requires a mail server: set SMTP_URL")
  }
}
