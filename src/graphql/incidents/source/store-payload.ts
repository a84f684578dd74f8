import { storableJson, type Finding } from "../../../findings/finding.ts"
import { newId } from "../../../platform/id.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import type { Outcome } from "./store-events.ts"

/** Payloads that a source keeps. */
export const mostPayloads = 50
const longestBody = 64 * 1024
const mostFindings = 20

type Stored = {
  slot: number
  text: string
  bytes: number
  outcomes: readonly Outcome[]
  isRefused?: boolean
}

/** Keeps a request beside what became of it, in place of the oldest one. */
export async function storePayload(
  tx: SqlTransaction,
  sourceId: string,
  { slot, text, bytes, outcomes, isRefused = false }: Stored,
): Promise<void> {
  const shown = outcomes.slice(0, mostFindings).map(({ finding }) => finding)
  const count = outcomes.length - shown.length
  const more: Finding[] = count > 0 ? [{ code: "more_events", parameters: { count } }] : []
  const row = {
    source_id: sourceId,
    slot: slot % mostPayloads,
    id: newId(),
    body: text.slice(0, longestBody),
    bytes,
    is_refused: isRefused,
    findings: [...shown, ...more],
    alert_id: outcomes.find(({ alertId }) => alertId !== null)?.alertId ?? null,
  }
  await tx.query({
    name: "store-payload",
    text: `
      insert into source_payload (source_id, slot, id, received_at, body, bytes, is_refused, findings, alert_id)
      select source_id, slot, id, now(), body, bytes, is_refused, findings, alert_id
        from jsonb_populate_record(null::source_payload, $1::jsonb)
      on conflict (source_id, slot) do update
         set id = excluded.id, received_at = excluded.received_at, body = excluded.body, bytes = excluded.bytes,
             is_refused = excluded.is_refused, findings = excluded.findings, alert_id = excluded.alert_id`,
    values: [storableJson(row)],
  })
}
