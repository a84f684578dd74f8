import { z } from "zod"
import { newId } from "../../id.ts"
import type { Context } from "../context.ts"
import { invalid } from "../errors.ts"
import { description, id, name, parse } from "../input.ts"
import { lockProject } from "../project/lock.ts"
import { transact } from "../transaction.ts"
import { announceOnCall, lookAgain } from "./announce.ts"
import { repeatCount, repeatDelayMinutes, rules } from "./fields.ts"
import { requireTargets } from "./require-known.ts"
import { clearDefault, rotationsOf, takenName } from "./settle.ts"
import { writeRules } from "./write-rules.ts"

const input = z.object({
  projectId: id,
  name,
  description: description.default(""),
  repeatCount: repeatCount.default(0),
  repeatDelayMinutes: repeatDelayMinutes.default(5),
  isDefault: z.boolean().optional(),
  rules: rules.default([]),
})

const mostPolicies = 100

/**
 * A policy with its rules. The first of a project becomes the default where nothing else is said.
 *
 * @throws {DomainError} validation_failed for a name that is taken or a target that is not the project's.
 */
export async function createPolicy(ctx: Context, given: z.input<typeof input>) {
  const { rules, isDefault: wanted, ...data } = parse(input, given)
  const { projectId } = data
  await ctx.access.require(projectId, "on_call:write")
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    await requireTargets(tx, projectId, rules)
    const present = await tx.db.onCallPolicy.count({ where: { projectId } })
    if (present >= mostPolicies) {
      throw invalid("#/projectId", `has ${mostPolicies} on-call policies already; delete one first`)
    }
    const isDefault = wanted ?? present === 0
    if (isDefault) await clearDefault(tx, projectId)
    const [policy] = await tx.db.onCallPolicy.createManyAndReturn({
      data: [{ id: newId(), ...data, isDefault }],
      skipDuplicates: true,
    })
    if (policy === undefined) throw takenName("policy")
    await writeRules(tx, policy.id, rules)
    await lookAgain(tx, rotationsOf(rules))
    await announceOnCall(tx, ctx.actor, {
      projectId,
      action: "on_call_policy.created",
      subjectId: policy.id,
      subjectName: policy.name,
      changes: { rules: { from: null, to: rules } },
    })
    return policy
  })
}
