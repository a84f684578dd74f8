import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { conflict } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
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
    if (isRequired) requireOwnFactor(ctx)
    const where = { id: projectId }
    const before = await tx.db.project.findUniqueOrThrow({ where })
    if (before.requiresTwoFactor === isRequired) return before
    const project = await tx.db.project.update({ where, data: { requiresTwoFactor: isRequired } })
    const changes = { requiresTwoFactor: { from: before.requiresTwoFactor, to: isRequired } }
    const subject = { ...project, projectId }
    await recordAudit(tx, ctx.actor, "project.two_factor_changed", subject, changes)
    tx.publish("access.changed", { projectId, userId: null })
    return project
  })
  ctx.access.clear()
  return project
}

function requireOwnFactor({ actor }: Context): void {
  if (actor.kind !== "user" || actor.isStrong === true) return
  throw conflict(
    "You would lock yourself out. Set up one-time codes or a passkey under You, Security, or confirm the one that you have.",
  )
}
