import type { SqlTransaction } from "../transaction.ts"
import { noRuns } from "./absence.ts"

/**
 * Ends every count of a monitor that the caller holds: what was seen before `at`, by a check that is still on its
 * way as well, was seen of another target. What was declared stays, and ends with the next good check.
 */
export async function countAnew(tx: SqlTransaction, monitorId: string, at: Date): Promise<void> {
  await tx.query({
    name: "count-anew",
    text: `update monitor_state
              set machine = machine || jsonb_build_object('runs', $2::jsonb, 'countsFrom', $3::text)
            where monitor_id = $1::uuid`,
    values: [monitorId, noRuns, at.toISOString()],
  })
}
