import { Resolver } from "node:dns/promises"
import type { Env } from "../../../platform/env.ts"
import { isViolation } from "../../kernel/violation.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict, notFound } from "../../kernel/errors.ts"
import { changeStatusPage } from "./change-page.ts"
import { findDomain } from "./find-status-page.ts"
import { recordNameOf } from "./page-host.ts"

/**
 * Verifies a domain by its DNS record; from then on it serves the page. A verified domain stays verified.
 * @throws {DomainError} conflict if the record is not found, or another page has verified the domain.
 */
export async function verifyDomain(ctx: Context, domainId: string) {
  const { page, ...domain } = await findDomain(ctx, domainId)
  const { id, host, token } = domain
  if (domain.verifiedHost !== null) return domain
  const name = recordNameOf(host)
  if (!(await readTexts(ctx.env, name)).includes(token)) {
    throw conflict(
      `No TXT record of ${name} contains ${token}. Add the record, wait for DNS to update, and try again.`,
    )
  }
  const changed = changeStatusPage(ctx, page, async ({ db }) => {
    const [verified] = await db.statusPageDomain.updateManyAndReturn({
      where: { id },
      data: { verifiedHost: host },
    })
    if (verified === undefined) throw notFound("status page domain")
    return { action: "status_page.domain_verified", changes: { host }, result: verified }
  })
  return changed.catch((error: unknown) => {
    throw isTaken(error) ? conflict(`${host} is the domain of another status page.`) : error
  })
}

/** Empty if DNS does not answer, because the next step is the same. */
async function readTexts({ RESOLVERS }: Env, name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (RESOLVERS.length > 0) resolver.setServers(RESOLVERS)
  const records = await resolver.resolveTxt(name).catch(() => [])
  return records.map((parts) => parts.join(""))
}

/** The unique key decides, so that only one page can verify a domain. */
const isTaken = (error: unknown): boolean => isViolation(error, "unique key")
