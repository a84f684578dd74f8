import { recordAudit } from "../audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict, notFound } from "../../kernel/errors.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { findLabel } from "./find-label.ts"
import { counted } from "../../../platform/counted.ts"

/**
 * Deletes a label and removes it from its monitors.
 * @throws {DomainError} conflict while access is limited to it: without it, the limit would name nothing.
 */
export async function deleteLabel(ctx: Context, labelId: string): Promise<string> {
  const label = await findLabel(ctx, labelId)
  await transact(ctx, async (tx) => {
    await requireUnused(tx, label.id, ctx.clock.now())
    const { count } = await tx.db.label.deleteMany({ where: { id: label.id } })
    if (count === 0) throw notFound("label")
    await recordAudit(tx, ctx.actor, "label.deleted", label)
  })
  return label.id
}

async function requireUnused({ db }: Transaction, labelId: string, now: Date): Promise<void> {
  // Waits for transactions that limit access to it.
  await db.$queryRaw`select from label where id = ${labelId}::uuid for update`
  const where = { labelIds: { has: labelId } }
  const members = await db.member.count({ where })
  const keys = await db.apiKey.count({ where: { ...where, revokedAt: null } })
  const open = { ...where, acceptedAt: null, revokedAt: null, expiresAt: { gt: now } }
  const invitations = await db.invitation.count({ where: open })
  if (members + keys + invitations === 0) return
  throw conflict(
    `Limited to this label: ${counted(members, "member")}, ${counted(keys, "key")} and ${counted(invitations, "invitation")}. ` +
      "Change their limits, revoke the keys and withdraw the invitations first.",
  )
}
