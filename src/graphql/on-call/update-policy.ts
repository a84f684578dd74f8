import { z } from "zod"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { description, given, id, name, parse } from "../input.ts"
import { lockProject } from "../project/lock.ts"
import type { Transaction } from "../transaction.ts"
import { transact } from "../transaction.ts"
import { announceOnCall, lookAgain } from "./announce.ts"
import { diff } from "./diff.ts"
import type { RuleInput } from "./fields.ts"
import { repeatCount, repeatDelayMinutes, rules } from "./fields.ts"
import { findPolicy } from "./find.ts"
import { requireTargets } from "./require-known.ts"
import { targetOf } from "./read-plan.ts"
import { clearDefault, orTakenName, rotationsOf } from "./settle.ts"
import { writeRules } from "./write-rules.ts"

const input = z
  .object({
    id,
    name: name.optional(),
    description: description.optional(),
    repeatCount: repeatCount.optional(),
    repeatDelayMinutes: repeatDelayMinutes.optional(),
    isDefault: z.boolean().optional(),
    rules: rules.optional(),
  })
  .refine((values) => Object.keys(given(values)).length > 1, {
    error:
      "must give at least one of name, description, repeatCount, repeatDelayMinutes, isDefault and rules",
  })

/** Changes what is given; rules take the place of all former ones, in the same transaction. */
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
    if (rules !== undefined) {
      await requireTargets(tx, projectId, rules)
      await writeRules(tx, id, rules)
      await lookAgain(tx, rotationsOf(rules))
    }
    if (isDefault === true) await clearDefault(tx, projectId)
    // Said outright: rules alone change no column of the policy itself.
    const data = given({ ...wanted, isDefault, updatedAt: ctx.clock.now() })
    const policy = await tx.db.onCallPolicy.update({ where: { id }, data })
    await announceOnCall(tx, ctx.actor, {
      projectId,
      action: "on_call_policy.updated",
      subjectId: id,
      subjectName: policy.name,
      changes: { ...changes, ...ruleChanges },
    })
    return policy
  })
  return orTakenName(changed, "policy")
}

/** As an input gives them; a target that is gone has no id any more, and so differs from every input. */
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
