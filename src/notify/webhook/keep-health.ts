import type { AttemptOutcome } from "../../../prisma/generated/enums.ts"
import type { SqlTransaction } from "../../graphql/kernel/transaction.ts"
import { disableEndpoint } from "../../graphql/delivery/webhook/disable-webhook.ts"
import type { Endpoint } from "./settle-webhooks.ts"
import { failedAttempts, failingDays } from "../../graphql/delivery/webhook/rules/webhook-limits.ts"

/** Update the health of a locked endpoint from its attempts, in the order in which they ended. */
export async function keepHealth(
  tx: SqlTransaction,
  endpoint: Endpoint,
  outcomes: AttemptOutcome[],
): Promise<void> {
  const success = outcomes.lastIndexOf("accepted")
  const failures = outcomes.length - 1 - success
  const [health] = await tx.query<{ isFailing: boolean }>({
    name: "keep health",
    text: `
      update webhook_endpoint
         set consecutive_failures = case when $2::bool then 0 else consecutive_failures end + $3::int,
             failing_since = case when $3::int = 0 then null when $2::bool then now()
                                  else coalesce(failing_since, now()) end,
             last_success_at = case when $2::bool then now() else last_success_at end
       where id = $1::uuid
      returning consecutive_failures >= $4::int
                and failing_since <= now() - make_interval(days => $5::int) as "isFailing"`,
    values: [endpoint.id, success >= 0, failures, failedAttempts, failingDays],
  })
  if (outcomes.includes("gone")) await disableEndpoint(tx, endpoint, "gone")
  else if (health?.isFailing === true) await disableEndpoint(tx, endpoint, "failing")
}
