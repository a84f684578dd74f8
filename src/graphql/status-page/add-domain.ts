import { randomBytes } from "node:crypto"
import { z } from "zod"
import { newId } from "../../id.ts"
import type { Context } from "../context.ts"
import { invalid } from "../errors.ts"
import { id, parse } from "../input.ts"
import { changeStatusPage } from "./change.ts"
import { findStatusPage } from "./find.ts"
import { host } from "./host.ts"

const input = z.object({ statusPageId: id, host })

const mostDomains = 10

/** Names a domain for a page; it shows the page once `verifyDomain` has found its record. */
export async function addDomain(ctx: Context, given: z.input<typeof input>) {
  const { statusPageId, host } = parse(input, given)
  if (host === new URL(ctx.env.BASE_URL).hostname) {
    throw invalid("#/host", "is the name of this installation; choose another one")
  }
  const page = await findStatusPage(ctx, statusPageId, "status_pages:write")
  return changeStatusPage(ctx, page, async ({ db }) => {
    const where = { pageId: page.id }
    if ((await db.statusPageDomain.count({ where })) >= mostDomains) {
      throw invalid("#/statusPageId", `has ${mostDomains} domains already, the most it can`)
    }
    const token = `watchkeeper-${randomBytes(16).toString("hex")}`
    const [domain] = await db.statusPageDomain.createManyAndReturn({
      data: [{ id: newId(), ...where, host, token }],
      skipDuplicates: true,
    })
    if (domain === undefined) throw invalid("#/host", "is a domain of this page already")
    return { action: "status_page.domain_added", changes: { host }, result: domain }
  })
}
