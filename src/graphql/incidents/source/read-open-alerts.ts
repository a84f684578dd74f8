import type { SqlTransaction } from "../../kernel/transaction.ts"
import { lockIncidentsOf } from "../incident/follow-alerts.ts"
import type { OpenAlert } from "./rules/decide-event.ts"

const ofHashes = `
  alert.source_id = $1::uuid and alert.resolved_at is null
  and alert.dedup_hash in (select decode(hash, 'hex') from unnest($2::text[]) hash)`

/**
 * The open alerts of a source by the hashes of their deduplication keys, locked after their incidents.
 *
 * @param mayEnd whether they may be acknowledged or resolved, which changes their incidents.
 */
export async function readOpenAlerts(
  tx: SqlTransaction,
  sourceId: string,
  hashes: string[],
  mayEnd: boolean,
): Promise<Map<string, OpenAlert>> {
  if (hashes.length === 0) return new Map()
  const values = [sourceId, hashes]
  if (mayEnd) {
    const found = await tx.query<{ id: string }>({
      name: "open-alert-ids-of-source",
      text: `select alert.id from alert where ${ofHashes}`,
      values,
    })
    await lockIncidentsOf(
      tx,
      found.map(({ id }) => id),
    )
  }
  const rows = await tx.query<OpenAlert & { hash: string }>({
    name: "open-alerts-of-source",
    text: `
      select alert.id, alert.number, alert.title, alert.incident_id as "incidentId", encode(alert.dedup_hash, 'hex') as hash,
             alert.acknowledged_at is not null as "isAcknowledged", coalesce(alert.snoozed_until > now(), false) as "isSnoozed",
             alert.is_manual as "isManual", alert.sent_at as "sentAt"
        from alert where ${ofHashes}
       order by alert.id for no key update`,
    values,
  })
  return new Map(rows.map(({ hash, ...alert }) => [hash, alert]))
}
