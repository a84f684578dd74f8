import { writeFindings } from "../../../findings/finding.ts"
import type { Services } from "../../../platform/services.ts"
import { transactSql, type SqlTransaction } from "../../kernel/transaction.ts"
import { roundsSoFar } from "../../on-call/escalation/rules/rounds.ts"
import { freshCheckMinutes } from "../../outbox/since-restore.ts"
import { announceHandOvers } from "../../on-call/schedule/hand-over.ts"

export type Settled = { cancelledDeliveries: number; restartedEscalations: number }

/**
 * Brings a restored database to the present without telling anybody anything twice. The installation that made the
 * backup went on afterwards: what was due has probably been sent, and open alerts may have ended.
 *
 * Unsent deliveries are cancelled. Alerts that nobody acknowledged are paged from the first rule again, once their
 * monitors had time to be checked. Maintenance windows, flaps, digests and hand-overs that have passed are settled
 * without a message, and so are recoveries that the first checks find: see `isAnnouncedBefore`.
 */
export async function settleRestored(
  services: Pick<Services, "database" | "bus">,
  madeAt: Date,
): Promise<Settled> {
  const settled = await transactSql(services, async (tx) => {
    // Before the deliveries, which show who has not been paged yet.
    const restartedEscalations = await restartEscalations(tx)
    const cancelledDeliveries = await cancelDeliveries(tx, madeAt)
    for (const text of quietly) await tx.query({ name: nameOf(text), text, values: [] })
    return { cancelledDeliveries, restartedEscalations }
  })
  await announceHandOvers(services, true)
  return settled
}

async function restartEscalations(tx: SqlTransaction): Promise<number> {
  const restarted = await tx.query({
    name: "restart-restored-escalations",
    text: `
      update escalation e
         set state = 'active', ended_at = null, step = 0, rounds_before = ${roundsSoFar},
             waiting_since = now() + make_interval(mins => $1::int), due_at = now() + make_interval(mins => $1::int)
       where e.state = 'active'
          or (e.state = 'exhausted' and exists (
                select from page join delivery d on d.page_id = page.id
                 where page.alert_id = e.alert_id and d.event = 'alert.created' and d.state = 'pending'))
      returning e.alert_id`,
    values: [freshCheckMinutes],
  })
  return restarted.length
}

async function cancelDeliveries(tx: SqlTransaction, madeAt: Date): Promise<number> {
  const parameters = { madeAt: madeAt.toISOString() }
  const cancelled = await tx.query({
    name: "cancel-restored-deliveries",
    text: `
      update delivery
         set state = 'cancelled', settled_at = now(),
             last_error = '', last_findings = $1::jsonb
       where state = 'pending' returning id`,
    values: [writeFindings([{ code: "restored_from_backup", parameters }])],
  })
  await tx.query({ name: "drop-restored-leases", text: "delete from delivery_lease", values: [] })
  return cancelled.length
}

const quietly = [
  "update installation set restored_at = now()",
  `update maintenance set state = 'completed', updated_at = now()
    where state in ('scheduled', 'ongoing') and ends_at <= now()`,
  `update maintenance set state = 'ongoing', updated_at = now()
    where state = 'scheduled' and starts_at <= now()`,
  `update maintenance set reminded_at = now()
    where state = 'scheduled' and reminded_at is null
      and starts_at <= now() + make_interval(mins => notify_before_minutes)`,
  "update flap set due_at = null, ended_at = now() where due_at <= now()",
  `update escalation e set state = 'ended', ended_at = now() from alert
    where alert.id = e.alert_id and alert.resolved_at is not null and e.state <> 'ended'
      and not exists (select from flap where flap.alert_id = e.alert_id and flap.ended_at is null)`,
  "update page set digest_at = null where digest_at <= now()",
  "update page set overflow_at = null where overflow_at <= now()",
  `update alert set declare_again_at = now() + interval '${freshCheckMinutes} minutes'
    where declare_again_at <= now() + interval '${freshCheckMinutes} minutes'`,
  // Exported files may be newer than their list here, so all are written again.
  `update status_page_export
      set version = '', sources = '{}', whole_at = null,
          files = (select coalesce(jsonb_object_agg(key, ''), '{}') from jsonb_each_text(files))`,
]

const nameOf = (text: string): string => `settle-restored-${quietly.indexOf(text)}`
