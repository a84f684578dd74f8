import { recordAudit } from "../audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"

/** Revokes a key and ends its streams; has no effect on a revoked key. */
export async function revokeKey(ctx: Context, keyId: string) {
  const where = { id: parse(id, keyId) }
  const found = await ctx.database.prisma.apiKey.findUnique({ where })
  await ctx.access.require(found?.projectId ?? where.id, "keys:write", "key")
  if (found === null) throw notFound("key")
  const { projectId } = found
  return transact(ctx, async (tx) => {
    const [revoked] = await tx.db.apiKey.updateManyAndReturn({
      where: { ...where, revokedAt: null },
      data: { revokedAt: ctx.clock.now() },
    })
    if (revoked === undefined) return tx.db.apiKey.findUniqueOrThrow({ where })
    await recordAudit(tx, ctx.actor, "key.revoked", revoked)
    tx.publish("access.changed", { projectId, userId: null })
    return revoked
  })
}
