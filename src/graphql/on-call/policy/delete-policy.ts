import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { followPolicies, lockPaging } from "./follow-policies.ts"
import { transact } from "../../kernel/transaction.ts"
import { announceOnCall } from "../schedule/announce-on-call.ts"
import { findPolicy } from "../schedule/find-on-call.ts"

/** Delete a policy; its monitors use the default policy from then on. */
export async function deletePolicy(ctx: Context, policyId: string): Promise<string> {
  const { id, projectId, name } = await findPolicy(ctx, policyId, "on_call:write")
  await transact(ctx, async (tx) => {
    const paging = await lockPaging(tx, projectId)
    const { count } = await tx.db.onCallPolicy.deleteMany({ where: { id } })
    if (count === 0) throw notFound("on-call policy")
    await followPolicies(tx, paging)
    await announceOnCall(tx, ctx.actor, "on_call_policy.deleted", { projectId, id, name })
  })
  return id
}
