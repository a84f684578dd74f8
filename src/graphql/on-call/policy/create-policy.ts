import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { description, id, name, parse } from "../../kernel/input.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { transact } from "../../kernel/transaction.ts"
import { announceOnCall, recheckRotations } from "../schedule/announce-on-call.ts"
import { repeatCount, repeatDelayMinutes, rules } from "../on-call-fields.ts"
import { requireTargets } from "../schedule/require-known.ts"
import { clearDefault, rotationsOf, takenName } from "../schedule/settle-on-call.ts"
import { followPolicies, lockPaging } from "./follow-policies.ts"
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

const maxPolicies = 100

/**
 * Create a policy with its rules. A project's first policy becomes the default unless stated otherwise.
 *
 * @throws {DomainError} validation_failed if the name is taken or a target is not in the project.
 */
export async function createPolicy(ctx: Context, given: z.input<typeof input>) {
  const { rules, isDefault: wanted, ...data } = parse(input, given)
  const { projectId } = data
  await ctx.access.require(projectId, "on_call:write")
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    await requireTargets(tx, projectId, rules)
    const present = await tx.db.onCallPolicy.count({ where: { projectId } })
    if (present >= maxPolicies) {
      throw invalid("#/projectId", `has ${maxPolicies} on-call policies already; delete one first`)
    }
    const isDefault = wanted ?? present === 0
    const paging = isDefault ? await lockPaging(tx, projectId) : null
    if (isDefault) await clearDefault(tx, projectId)
    const [policy] = await tx.db.onCallPolicy.createManyAndReturn({
      data: [{ id: newId(), ...data, isDefault }],
      skipDuplicates: true,
    })
    if (policy === undefined) throw takenName("policy")
    await writeRules(tx, policy.id, rules)
    if (paging !== null) await followPolicies(tx, paging)
    await recheckRotations(tx, rotationsOf(rules))
    await announceOnCall(tx, ctx.actor, "on_call_policy.created", policy, {
      rules: { from: null, to: rules },
    })
    return policy
  })
}
