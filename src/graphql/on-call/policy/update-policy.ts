import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { changesOfRow, description, given, name, parse } from "../../kernel/input.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { announceOnCall, recheckRotations } from "../schedule/announce-on-call.ts"
import { diff } from "../schedule/on-call-diff.ts"
import { repeatCount, repeatDelayMinutes, rules, type RuleInput } from "../on-call-fields.ts"
import { findPolicy } from "../schedule/find-on-call.ts"
import { requireTargets } from "../schedule/require-known.ts"
import { targetOf } from "../schedule/read-plan.ts"
import { clearDefault, orTakenName, rotationsOf } from "../schedule/settle-on-call.ts"
import { followPolicies, lockPaging } from "./follow-policies.ts"
import { writeRules } from "./write-rules.ts"

const input = changesOfRow({
  name,
  description,
  repeatCount,
  repeatDelayMinutes,
  isDefault: z.boolean(),
  rules,
})

/** Change the given fields; `rules` replaces all rules in the same transaction. */
export async function updatePolicy(ctx: Context, values: z.input<typeof input>) {
  const { id, rules, isDefault, ...wanted } = parse(input, values)
  const { projectId } = await findPolicy(ctx, id, "on_call:write")
  const changed = transact(ctx, async (tx) => {
    await lockProject(tx, projectId, "on-call policy")
    const before = await tx.db.onCallPolicy.findUnique({ where: { id } })
    if (before === null) throw notFound("on-call policy")
    const changes = diff(before, given({ ...wanted, isDefault }))
    const earlier = rules === undefined ? null : await readRules(tx, id)
    const ruleChanges =
      rules === undefined ? {} : diff<{ rules: unknown }>({ rules: earlier }, { rules })
    if (Object.keys(changes).length + Object.keys(ruleChanges).length === 0) return before
    const paging = await lockPaging(tx, projectId)
    if (rules !== undefined) {
      await requireTargets(tx, projectId, rules)
      await writeRules(tx, id, rules)
      await recheckRotations(tx, rotationsOf(rules))
    }
    if (isDefault === true) await clearDefault(tx, projectId)
    // Set explicitly, because a change of rules alone changes no column of the policy.
    const data = given({ ...wanted, isDefault, updatedAt: ctx.clock.now() })
    const policy = await tx.db.onCallPolicy.update({ where: { id }, data })
    await followPolicies(tx, paging)
    await announceOnCall(tx, ctx.actor, "on_call_policy.updated", policy, {
      ...changes,
      ...ruleChanges,
    })
    return policy
  })
  return orTakenName(changed, "policy")
}

/** In the form of the input; a deleted target has no id and so differs from every input. */
async function readRules({ db }: Transaction, policyId: string) {
  const rows = await db.escalationRule.findMany({
    where: { policyId },
    orderBy: { order: "asc" },
    include: { targets: { orderBy: { order: "asc" } } },
  })
  return rows.map(({ delayMinutes, targets }) => ({
    delayMinutes,
    targets: targets.map(targetOf),
  })) as RuleInput[]
}
