import { Resolver } from "node:dns/promises"
import type { Env } from "../../env.ts"
import { Prisma } from "../../postgres.ts"
import type { Context } from "../context.ts"
import { conflict, notFound } from "../errors.ts"
import { changeStatusPage } from "./change.ts"
import { findDomain } from "./find.ts"
import { recordNameOf } from "./host.ts"

/**
 * Looks for the record that proves a domain; from then on the page is shown there. Once proved it stays so.
 *
 * @throws {DomainError} conflict where the record is not found, or another page has proved the same domain.
 */
export async function verifyDomain(ctx: Context, domainId: string) {
  const { page, ...domain } = await findDomain(ctx, domainId)
  const { id, host, token } = domain
  if (domain.verifiedHost !== null) return domain
  const name = recordNameOf(host)
  if (!(await readTexts(ctx.env, name)).includes(token)) {
    throw conflict(
      `No TXT record of ${name} holds ${token}. Add it, wait until name servers tell it, and ask again.`,
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

/** Nothing where there is no answer: what to do next is the same. */
async function readTexts({ RESOLVERS }: Env, name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (RESOLVERS.length > 0) resolver.setServers(RESOLVERS)
  const records = await resolver.resolveTxt(name).catch(() => [])
  return records.map((parts) => parts.join(""))
}

/** The unique key decides, so that two who prove a domain at the same moment cannot both have it. */
const isTaken = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002"
