import { randomBytes } from "node:crypto"
import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { hostOfInstallation, hostOfPage } from "./check-page-address.ts"
import { changeStatusPage } from "./change-page.ts"
import { findStatusPage } from "./find-status-page.ts"
import { host } from "./page-host.ts"

const input = z.object({ statusPageId: id, host })

const mostDomains = 10

/** Adds a custom domain to a page; it serves the page once `verifyDomain` has found its record. */
export async function addDomain(ctx: Context, given: z.input<typeof input>) {
  const { statusPageId, host } = parse(input, given)
  if (host === new URL(ctx.env.BASE_URL).hostname) {
    throw invalid("#/host", hostOfInstallation)
  }
  const page = await findStatusPage(ctx, statusPageId, "status_pages:write")
  return changeStatusPage(ctx, page, async ({ db }) => {
    const where = { pageId: page.id }
    if ((await db.statusPageDomain.count({ where })) >= mostDomains) {
      throw invalid("#/statusPageId", `has ${mostDomains} domains already, which is the limit`)
    }
    const token = `watchkeeper-${randomBytes(16).toString("hex")}`
    const [domain] = await db.statusPageDomain.createManyAndReturn({
      data: [{ id: newId(), ...where, host, token }],
      skipDuplicates: true,
    })
    if (domain === undefined) throw invalid("#/host", hostOfPage)
    return { action: "status_page.domain_added", changes: { host }, result: domain }
  })
}
