import type { Finding } from "../../../findings/finding.ts"
import type { SenderEvent } from "../../../senders/sender-event.ts"
import type { Actor } from "../../kernel/access.ts"
import type { SqlTransaction, Transaction } from "../../kernel/transaction.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import { acknowledgeOpenAlerts } from "../alert/acknowledge-alert.ts"
import { settleAlerts } from "../alert/settle-alert.ts"
import { raiseEvents, type RaisingSource } from "./raise-events.ts"
import { readOpenAlerts } from "./read-open-alerts.ts"
import { decideEvent, type OpenAlert } from "./rules/decide-event.ts"
import { roundsOf, type KeyedEvent } from "./rules/dedup-keys.ts"
import { digestOf } from "./source-key.ts"

/** What became of an event, in the order of the events. */
export type Outcome = { finding: Finding; alertId: string | null; dedupKey: string | null }

/** A transaction with Prisma is needed only to acknowledge. */
type Store = { tx: SqlTransaction; orm: Transaction | null }

type Given = { now: Date; titleOf?: (event: SenderEvent) => Finding }

const endings: ReadonlySet<SenderEvent["action"]> = new Set(["acknowledge", "resolve"])

/** Carries out the events of a source, whose row the caller has locked. */
export async function storeEvents(
  store: Store,
  source: RaisingSource,
  events: readonly KeyedEvent[],
  given: Given,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const round of roundsOf(events)) {
    outcomes.push(...(await storeRound(store, source, round, given)))
  }
  return outcomes
}

type Decided = KeyedEvent & ReturnType<typeof decideEvent> & { open: OpenAlert | null; key: string }

const alertsOf = (some: Decided[]): OpenAlert[] => some.flatMap(({ open }) => open ?? [])

async function storeRound(
  { tx, orm }: Store,
  source: RaisingSource,
  round: KeyedEvent[],
  { now, titleOf }: Given,
): Promise<Outcome[]> {
  const hashes = round.flatMap(({ keys }) => keys.map(digestOf))
  const mayEnd = round.some(({ event }) => endings.has(event.action))
  const open = await readOpenAlerts(tx, source.id, hashes, mayEnd)
  const decided = round.map(({ event, keys }): Decided => {
    const key = keys.find((one) => open.has(digestOf(one))) ?? keys[0] ?? ""
    const alert = open.get(digestOf(key)) ?? null
    return { event, keys, key, open: alert, ...decideEvent(event, alert) }
  })
  const having = (effect: Decided["effect"]) => decided.filter((one) => one.effect === effect)
  const raising = having("raise").flatMap(({ event, key }) =>
    event.action === "trigger"
      ? [
          {
            event,
            dedupKey: key,
            hash: digestOf(key),
            ...(titleOf && { title: titleOf(event) }),
          },
        ]
      : [],
  )
  const raised = await raiseEvents(tx, source, raising)
  await repeat(tx, source.projectId, alertsOf(having("repeat")))
  const actor: Actor = { kind: "system", name: source.name }
  const acknowledged = alertsOf(having("acknowledge"))
  if (orm !== null) await acknowledge(orm, actor, source.projectId, { alerts: acknowledged, now })
  const how = { at: now, by: source.name, findings: [], respectsChoice: true }
  await settleAlerts(
    tx,
    alertsOf(having("resolve")).map(({ id: alertId }) => ({ ...how, alertId })),
  )
  return decided.map(({ finding, open: alert, key }): Outcome => {
    const dedupKey = key === "" ? null : key
    if (finding !== null) return { finding, alertId: alert?.id ?? null, dedupKey }
    const { id, number } = raised.shift() ?? { id: null, number: 0 }
    return { finding: { code: "event_raised", parameters: { number } }, alertId: id, dedupKey }
  })
}

async function repeat(tx: SqlTransaction, projectId: string, alerts: OpenAlert[]): Promise<void> {
  if (alerts.length === 0) return
  const ids = alerts.map(({ id }) => id)
  await tx.query({
    name: "repeat-alerts",
    text: `
      update alert set repeat_count = repeat_count + 1, repeated_at = now()
       where id = any($1::uuid[])`,
    values: [ids],
  })
  for (const alertId of ids) tx.publish("alert.changed", { projectId, alertId })
}

type Acknowledged = { alerts: OpenAlert[]; now: Date }

async function acknowledge(
  tx: Transaction,
  actor: Actor,
  projectId: string,
  { alerts, now }: Acknowledged,
): Promise<void> {
  const found = alerts.map((alert) => ({ ...alert, projectId }))
  await acknowledgeOpenAlerts(tx, actor, found, now)
  for (const alert of found) {
    const { id, title } = alert
    await recordAudit(tx, actor, "alert.acknowledged", { projectId, id, title })
  }
}
