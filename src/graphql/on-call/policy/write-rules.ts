import { newId } from "../../../platform/id.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import type { RuleInput } from "../on-call-fields.ts"

/** Replace a policy's rules; the rule of each order keeps its id. */
export async function writeRules({ db }: Transaction, policyId: string, rules: RuleInput[]) {
  await db.escalationRule.deleteMany({ where: { policyId, order: { gt: rules.length } } })
  for (const [at, { delayMinutes, targets }] of rules.entries()) {
    const order = at + 1
    const { id: ruleId } = await db.escalationRule.upsert({
      where: { policyId_order: { policyId, order } },
      create: { id: newId(), policyId, order, delayMinutes },
      update: { delayMinutes, targets: { deleteMany: {} } },
    })
    await db.escalationTarget.createMany({
      data: targets.map((target, at) => ({ ...target, ruleId, order: at + 1 })),
    })
  }
}
