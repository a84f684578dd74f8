import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import { recordAudit } from "../audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { DomainError } from "../../kernel/errors.ts"
import { name, parse } from "../../kernel/input.ts"
import { builtInSeverities, builtInStates } from "./rules/built-in-states.ts"
import { transact } from "../../kernel/transaction.ts"

const input = z.object({ name, plan: z.enum(["free", "pro"]).optional() })

/** A signed-in user becomes its owner. Only the system chooses a plan; others get DEFAULT_PLAN. */
export async function createProject(ctx: Context, given: z.input<typeof input>) {
  const { name, plan } = parse(input, given)
  const { actor, env } = ctx
  if (actor.kind !== "user" && actor.kind !== "system") {
    throw new DomainError("unauthorized", "Only a signed-in person can create a project.")
  }
  return transact(ctx, async (tx) => {
    const project = await tx.db.project.create({
      data: {
        id: newId(),
        name,
        plan: actor.kind === "system" ? (plan ?? env.DEFAULT_PLAN) : env.DEFAULT_PLAN,
        states: { create: builtInStates.map((state) => ({ id: newId(), ...state })) },
        severities: { create: builtInSeverities.map((severity) => ({ id: newId(), ...severity })) },
        ...(actor.kind === "user"
          ? { members: { create: { id: newId(), userId: actor.userId, role: "owner" } } }
          : {}),
      },
    })
    await recordAudit(tx, actor, "project.created", { ...project, projectId: project.id })
    return project
  })
}
