import { decodeText } from "../../../platform/charset.ts"
import type { Services } from "../../../platform/services.ts"

export type StoredEvidence = { head: string; body: Buffer }

/** The first bytes of a failing response; null when none were stored. */
export async function readEvidence(
  { database: { pool } }: Pick<Services, "database">,
  monitorSeq: number,
  startedAt: Date,
): Promise<StoredEvidence | null> {
  const { rows } = await pool.query<StoredEvidence>({
    name: "check-evidence",
    text: "select head, body from check_evidence where monitor_seq = $1 and started_at = $2",
    values: [monitorSeq, startedAt.toISOString()],
  })
  return rows[0] ?? null
}

/** The body as text: the first bytes of a response, in the charset that its head or the document declares. */
export function evidenceText({ head, body }: { head: string; body: Uint8Array }): string {
  const [, contentType = ""] = /^content-type:[\t ]*(.*)$/im.exec(head) ?? []
  return decodeText(body, contentType, false)
}
