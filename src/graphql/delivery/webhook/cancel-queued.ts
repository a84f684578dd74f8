import { writeFindings, type Finding } from "../../../findings/finding.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"

/**
 * Cancels the queued deliveries of an endpoint that is being disabled; deliveries in progress are left to their
 * worker. The caller holds the endpoint's row `for update`, so that no event is fanned out to it meanwhile.
 */
export async function cancelQueued(
  tx: SqlTransaction,
  endpointId: string,
  why: Finding,
): Promise<void> {
  await tx.query({
    name: "cancel-queued",
    text: `
      update delivery d set state = 'cancelled', settled_at = now(), last_error = '', last_findings = $2::jsonb
       where endpoint_id = $1::uuid and state = 'pending'
         and not exists (select from delivery_lease l where l.delivery_id = d.id and l.until >= now())`,
    values: [endpointId, writeFindings([why])],
  })
}
