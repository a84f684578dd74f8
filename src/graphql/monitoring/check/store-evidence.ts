import { isHistoryPaused } from "../../../platform/resources/shortage.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import type { CheckResult } from "./rules/check-result.ts"

/** Store the first bytes of failing responses in one statement: the ORM is too slow for thousands of rows. */
export async function storeEvidence(tx: SqlTransaction, results: CheckResult[]): Promise<void> {
  const rows = results.flatMap(({ monitorSeq, startedAt, evidence }) => {
    if (evidence === null) return []
    const { head, body } = evidence
    return [{ monitorSeq, startedAt, head, body: Buffer.from(body).toString("base64") }]
  })
  if (rows.length === 0 || isHistoryPaused()) return
  await tx.query({
    name: "store-evidence",
    text: `
      insert into check_evidence (monitor_seq, started_at, head, body)
      select "monitorSeq", "startedAt", head, decode(body, 'base64')
        from jsonb_to_recordset($1::jsonb)
          as row ("monitorSeq" int, "startedAt" timestamptz, head text, body text)
      on conflict do nothing`,
    values: [JSON.stringify(rows)],
  })
}
