import { storableJson, type Finding } from "../../../findings/finding.ts"
import type { Services } from "../../../platform/services.ts"
import { transactSql } from "../../kernel/transaction.ts"
import { storePayload } from "./store-payload.ts"

type Sent = { text: string; bytes: number }

/** Counts a refused request with the reason, and keeps its body if it was read. */
export function refusePayload(
  services: Pick<Services, "database" | "bus">,
  sourceId: string,
  finding: Finding,
  sent: Sent | null,
): Promise<void> {
  return transactSql(services, async (tx) => {
    const [counted] = await tx.query<{ slot: number }>({
      name: "count-refused",
      text: `
        update source set refused_count = refused_count + 1, last_refused_at = now(), last_refusal = $2::jsonb
         where id = $1::uuid
        returning received_count + refused_count as slot`,
      values: [sourceId, storableJson([finding])],
    })
    if (counted === undefined || sent === null) return
    const outcomes = [{ finding, alertId: null, dedupKey: null }]
    await storePayload(tx, sourceId, { ...sent, slot: counted.slot, outcomes, isRefused: true })
  })
}
