import type { SqlTransaction } from "../../kernel/transaction.ts"
import type { Step } from "../policy/rules/policy-steps.ts"
import { pagesEveryMinutes } from "./rules/flap-paging.ts"

/** A step of a flap without the people and channels that it paged a short time ago. */
export async function sparePaged(tx: SqlTransaction, alertId: string, step: Step): Promise<Step> {
  const recent = await tx.query<{ userId: string | null; channelId: string | null }>({
    name: "paged-in-flap",
    text: `
      select page.user_id as "userId", page.channel_id as "channelId"
        from page join flap on flap.alert_id = page.alert_id
       where page.alert_id = $1::uuid and flap.ended_at is null and page.created_at >= flap.reopened_at
         and page.created_at > now() - interval '${pagesEveryMinutes} minutes'`,
    values: [alertId],
  })
  if (recent.length === 0) return step
  const spared = new Set(recent.flatMap(({ userId, channelId }) => userId ?? channelId ?? []))
  const rest = (ids: string[]) => ids.filter((id) => !spared.has(id))
  return { ...step, userIds: rest(step.userIds), channelIds: rest(step.channelIds) }
}
