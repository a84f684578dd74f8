import { newId } from "../../../platform/id.ts"
import type { Context } from "../../kernel/context.ts"
import { DomainError } from "../../kernel/errors.ts"
import { parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { ruleConditions, ruleName, type RuleInput } from "./rule-input.ts"

/** Each record is compared with every rule of its signal. */
const mostRules = 20

/**
 * Drops or samples telemetry that arrives a few seconds later.
 *
 * @throws {DomainError} plan_limit_exceeded beyond 20 rules.
 */
export async function createTelemetryRule(ctx: Context, given: RuleInput & { name: string }) {
  const { name } = parse(ruleName, { name: given.name })
  const { projectId, ...data } = parse(ruleConditions, given)
  await ctx.access.require(projectId, "project:write")
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    if ((await tx.db.telemetryRule.count({ where: { projectId } })) >= mostRules) {
      throw new DomainError(
        "plan_limit_exceeded",
        `A project has at most ${mostRules} telemetry rules. Delete one first.`,
      )
    }
    const rule = await tx.db.telemetryRule.create({
      data: { id: newId(), projectId, name, ...data },
    })
    await recordAudit(tx, ctx.actor, "telemetry_rule.created", rule, { to: data })
    return rule
  })
}
