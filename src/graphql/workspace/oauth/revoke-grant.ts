import type { OAuthGrant } from "../../../../prisma/generated/client.ts"
import type { Actor } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { requirePerson } from "../../kernel/require-person.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { recordAudit } from "../audit/record-audit.ts"

/** Revokes a grant of the signed-in person; has no effect on a revoked one. */
export async function revokeGrant(ctx: Context, grantId: string): Promise<OAuthGrant> {
  const where = { id: parse(id, grantId), userId: requirePerson(ctx) }
  return transact(ctx, async (tx) => {
    await endGrant(tx, ctx.actor, where, ctx.clock.now())
    const found = await tx.db.oAuthGrant.findUnique({ where })
    if (found === null) throw notFound("grant")
    return found
  })
}

/** Ends a grant with its tokens and streams, in the transaction of the caller. */
export async function endGrant(
  tx: Transaction,
  actor: Actor,
  where: { id: string; userId?: string },
  now: Date,
  reason?: string,
): Promise<void> {
  const [revoked] = await tx.db.oAuthGrant.updateManyAndReturn({
    where: { ...where, revokedAt: null },
    data: { revokedAt: now },
  })
  if (revoked === undefined) return
  const { id: grantId, projectId, clientId, clientName } = revoked
  await tx.db.oAuthToken.deleteMany({ where: { grantId } })
  const changes = { client: clientId, reason }
  const subject = { projectId, id: grantId, name: clientName }
  await recordAudit(tx, actor, "oauth_grant.revoked", subject, changes)
  tx.publish("access.changed", { projectId, userId: null })
}

/** Ends all grants of a person, of one project or of all. */
export async function endGrantsOf(
  tx: Transaction,
  actor: Actor,
  of: { userId: string; projectId?: string },
  reason: string,
): Promise<void> {
  const [{ now }] = await tx.db.$queryRaw<[{ now: Date }]>`select now() as now`
  const where = { ...of, revokedAt: null }
  const held = await tx.db.oAuthGrant.findMany({ where, orderBy: { id: "asc" } })
  for (const { id } of held) await endGrant(tx, actor, { id }, now, reason)
}
