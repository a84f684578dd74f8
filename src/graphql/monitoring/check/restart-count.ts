import type { SqlTransaction } from "../../kernel/transaction.ts"
import { noRuns } from "./rules/gap.ts"

/**
 * Reset the counts of a monitor whose state the caller has locked: checks that started before `at`, including those
 * in flight, saw another target. A declared outage stays open until the next good check.
 */
export async function restartCount(tx: SqlTransaction, monitorId: string, at: Date): Promise<void> {
  await tx.query({
    name: "restart-count",
    text: `update monitor_state
              set machine = machine || jsonb_build_object('runs', $2::jsonb, 'countsFrom', $3::text)
            where monitor_id = $1::uuid`,
    values: [monitorId, noRuns, at.toISOString()],
  })
}
