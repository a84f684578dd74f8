import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"

/** Deletes a rule; its project keeps everything again within a few seconds. */
export async function deleteTelemetryRule(ctx: Context, given: string): Promise<string> {
  const ruleId = parse(id, given)
  const rule = await ctx.database.prisma.telemetryRule.findUnique({ where: { id: ruleId } })
  await ctx.access.require(rule?.projectId ?? ruleId, "project:write", "telemetry rule")
  if (rule === null) throw notFound("telemetry rule")
  await transact(ctx, async (tx) => {
    const { count } = await tx.db.telemetryRule.deleteMany({ where: { id: ruleId } })
    if (count === 0) throw notFound("telemetry rule")
    await recordAudit(tx, ctx.actor, "telemetry_rule.deleted", rule)
  })
  return ruleId
}
