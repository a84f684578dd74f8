import { z } from "zod"
import type { AlertShare } from "../../../../prisma/generated/client.ts"
import { newId } from "../../../platform/id.ts"
import { actorName } from "../../kernel/access.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict, notFound } from "../../kernel/errors.ts"
import { id, parse, wholeNumber } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { findAlert } from "./find-alert.ts"

const input = z.object({ id, days: wholeNumber(1, 90) })
const dayMs = 86_400_000
const mostShares = 20

/**
 * Creates a link that shows the timeline of an alert to anyone who has it.
 *
 * @throws {DomainError} conflict for too many links of one alert.
 */
export async function shareAlert(ctx: Context, given: z.input<typeof input>): Promise<AlertShare> {
  const { id, days } = parse(input, given)
  const { projectId, title } = await findAlert(ctx, id, "alerts:write")
  // The link shows what these permissions show.
  for (const permission of ["alerts:read", "monitors:read"] as const) {
    await ctx.access.require(projectId, permission, "alert", { type: "alert", id })
  }
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + days * dayMs)
  return transact(ctx, async (tx) => {
    await tx.db.alertShare.deleteMany({ where: { alertId: id, expiresAt: { lt: now } } })
    if ((await tx.db.alertShare.count({ where: { alertId: id } })) >= mostShares) {
      throw conflict(`An alert can have at most ${mostShares} links. Revoke one first.`)
    }
    const data = { id: newId(), alertId: id, createdBy: actorName(ctx.actor), expiresAt }
    const share = await tx.db.alertShare.create({
      data,
      include: { alert: { select: { projectId: true } } },
    })
    const changes = { expiresAt: expiresAt.toISOString() }
    await recordAudit(tx, ctx.actor, "alert.shared", { projectId, id, title }, changes)
    return share
  })
}

const revocation = z.object({ id })

/** Deletes a link to an alert, which then shows nothing. Returns its id. */
export async function revokeAlertShare(ctx: Context, shareId: string): Promise<string> {
  const where = parse(revocation, { id: shareId })
  const share = await ctx.database.prisma.alertShare.findUnique({ where, include: { alert: true } })
  const projectId = share?.alert.projectId ?? where.id
  const about = { type: "alert", id: share?.alertId ?? null } as const
  await ctx.access.require(projectId, "alerts:write", "alert link", about)
  if (share === null) throw notFound("alert link")
  await transact(ctx, async (tx) => {
    const { count } = await tx.db.alertShare.deleteMany({ where })
    if (count === 0) throw notFound("alert link")
    await recordAudit(tx, ctx.actor, "alert.share_revoked", share.alert)
  })
  return where.id
}
