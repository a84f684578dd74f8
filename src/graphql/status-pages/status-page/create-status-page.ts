import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { description, id, name, parse } from "../../kernel/input.ts"
import { checkLimit, statusPageLimit } from "../../workspace/project/rules/project-limits.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { slugTaken } from "./check-page-address.ts"
import { freshSlug, slug } from "./page-slug.ts"

const input = z.object({
  projectId: id,
  name,
  description: description.nullable().default(null),
  slug: slug.optional(),
  isPublic: z.boolean().default(false),
})

type Input = z.output<typeof input>

/** Enough: from the second on, six random letters are part of it. */
const attempts = 5

/**
 * Creates a page that is private until it is made public.
 *
 * @throws {DomainError} validation_failed if the slug is taken; plan_limit_exceeded.
 */
export async function createStatusPage(ctx: Context, given: z.input<typeof input>) {
  const wanted = parse(input, given)
  const { projectId } = wanted
  await ctx.access.require(projectId, "status_pages:write")
  return transact(ctx, async (tx) => {
    const { plan } = await lockProject(tx, projectId)
    const present = await tx.db.statusPage.count({ where: { projectId } })
    checkLimit("status pages", statusPageLimit(plan), present)
    const page = await insert(tx, wanted)
    await recordAudit(tx, ctx.actor, "status_page.created", page, {
      slug: page.slug,
      isPublic: page.isPublic,
    })
    tx.publish("status_page.changed", { projectId, statusPageId: page.id })
    return page
  })
}

/** Maps a violation of the unique key to the error for a taken slug. */
async function insert({ db }: Transaction, { slug: chosen, ...data }: Input) {
  for (let attempt = 0; attempt < (chosen === undefined ? attempts : 1); attempt += 1) {
    const [page] = await db.statusPage.createManyAndReturn({
      data: [{ id: newId(), ...data, slug: chosen ?? freshSlug(data.name, attempt) }],
      skipDuplicates: true,
    })
    if (page !== undefined) return page
  }
  throw invalid("#/slug", slugTaken)
}
