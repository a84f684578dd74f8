import { z } from "zod"
import { isStrongMethod } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { transact } from "../../kernel/transaction.ts"
import { recordAudit } from "../audit/record-audit.ts"
import { lockProject } from "./lock-project.ts"

const input = z.object({ projectId: id, isRequired: z.boolean() })

/** @throws {DomainError} conflict for a person who would lock themselves out. */
export async function requireTwoFactor(ctx: Context, given: z.input<typeof input>) {
  const { projectId, isRequired } = parse(input, given)
  await ctx.access.require(projectId, "security:write")
  const project = await transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    if (isRequired) await requireOwnFactor(ctx, tx)
    const where = { id: projectId }
    const before = await tx.db.project.findUniqueOrThrow({ where })
    if (before.requiresTwoFactor === isRequired) return before
    const project = await tx.db.project.update({ where, data: { requiresTwoFactor: isRequired } })
    await recordAudit(tx, ctx.actor, {
      projectId,
      action: "project.two_factor_changed",
      subjectId: projectId,
      subjectName: project.name,
      changes: { requiresTwoFactor: { from: before.requiresTwoFactor, to: isRequired } },
    })
    tx.publish("access.changed", { projectId, userId: null })
    return project
  })
  ctx.access.clear()
  return project
}

async function requireOwnFactor({ actor }: Context, { db }: Transaction): Promise<void> {
  if (actor.kind !== "user" || isStrongMethod(actor.signInMethod)) return
  const user = await db.user.findUniqueOrThrow({ where: { id: actor.userId } })
  if (user.twoFactorEnabled) return
  throw conflict(
    "You would lock yourself out. Set up one-time codes, or add a passkey and sign in with it, under You, Security first.",
  )
}
