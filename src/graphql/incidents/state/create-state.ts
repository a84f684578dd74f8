import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { color, id, parse } from "../../kernel/input.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { transact } from "../../kernel/transaction.ts"
import { maxEach, meaning, name, place, subject } from "./rules/state-input.ts"

const input = z.object({ projectId: id, subject, name, color, meaning, order: place.optional() })

/** @throws {DomainError} validation_failed if the project already has a state of that name. */
export async function createState(ctx: Context, given: z.input<typeof input>) {
  const { projectId, subject, order, ...data } = parse(input, given)
  await ctx.access.require(projectId, "project:write")
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    const where = { projectId, subject }
    const present = await tx.db.state.findMany({ where, select: { order: true } })
    const last = Math.min(999, Math.max(0, ...present.map((one) => one.order)))
    if (present.length >= maxEach) throw invalid("#/subject", `already has ${maxEach} states`)
    const [state] = await tx.db.state.createManyAndReturn({
      data: [{ ...data, ...where, id: newId(), order: order ?? last + 1 }],
      skipDuplicates: true,
    })
    if (state === undefined) throw invalid("#/name", `is taken by another state of ${subject}s`)
    await recordAudit(tx, ctx.actor, "state.created", state)
    return state
  })
}
