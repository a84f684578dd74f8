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
