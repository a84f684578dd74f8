import { storableJson, type Finding } from "../../../findings/finding.ts"
import { newId } from "../../../platform/id.ts"
import type { TriggerEvent } from "../../../senders/sender-event.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { raiseAlerts } from "../alert/raise-alert.ts"
import { readWords } from "./rules/source-input.ts"

export type RaisingSource = {
  id: string
  projectId: string
  name: string
  severity: string
  labels: unknown
}

type Raising = { event: TriggerEvent; dedupKey: string; hash: string; title?: Finding }

const longestTitle = 200
const longestWord = 200
const longestKey = 10_240
const longestEvidence = 64 * 1024

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`

/** Of a title: one line. */
const oneLine = (text: string): string => cut(text.replaceAll(/\s+/g, " ").trim(), longestTitle)

/** Raises an alert for each trigger, which pages by the policy of the source. @returns their ids and numbers, in order. */
export async function raiseEvents(
  tx: SqlTransaction,
  source: RaisingSource,
  raising: readonly Raising[],
): Promise<{ id: string; number: number }[]> {
  if (raising.length === 0) return []
  const { id: sourceId, projectId, name } = source
  const ids = raising.map(() => newId())
  const numbers = await raiseAlerts(
    tx,
    raising.map(({ event, hash, title }, at) => {
      const { severity, affected } = event
      const parameters = {
        source: name,
        severity: severity && cut(severity, longestWord),
        affected: affected && cut(affected, longestWord),
      }
      return {
        alertId: ids[at] ?? "",
        projectId,
        monitorId: null,
        source: { id: sourceId, dedupHash: hash, sentAt: event.at },
        incidentId: null,
        title: title ?? {
          code: "alert_from_source",
          parameters: { summary: oneLine(event.summary) },
        },
        findings: [{ code: "source_reported", parameters }],
        severity: event.urgency ?? (source.severity === "low" ? "low" : "high"),
        failureClass: null,
      }
    }),
  )
  const rows = raising.map(({ event, dedupKey }, at) => ({
    alert_id: ids[at],
    dedup_key: dedupKey.slice(0, longestKey),
    labels: { ...readWords(source.labels), ...event.labels },
    links: event.links,
    body: cut(JSON.stringify(event.evidence, null, 2), longestEvidence),
  }))
  await tx.query({
    name: "store-evidence",
    text: `
      insert into alert_evidence (alert_id, dedup_key, labels, links, body)
      select alert_id, dedup_key, labels, links, body
        from jsonb_populate_recordset(null::alert_evidence, $1::jsonb)`,
    values: [storableJson(rows)],
  })
  return ids.map((id) => ({ id, number: numbers.get(id) ?? 0 }))
}
