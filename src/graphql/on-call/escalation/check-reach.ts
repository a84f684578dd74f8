import type { Services } from "../../../platform/services.ts"
import { transactSql, type SqlTransaction } from "../../kernel/transaction.ts"
import { forwardPages } from "../../outbox/forward-pages.ts"
import { readDueReach } from "./read-reach.ts"
import { judgeReach, type Reach, type ReachVerdict } from "./rules/judge-reach.ts"
import { pageAdmins, StepError } from "./run-step.ts"
import { reachCheckSeconds } from "./write-pages.ts"

const mostAtOnce = 100

/** While nobody can be reached, what was given up is tried again this often. */
const againMinutes = 10

/**
 * Check whether alerts reached somebody, by PostgreSQL's clock: an alert whose latest step reaches nobody goes on with
 * the next rule at once, then to owners and admins by every way they have, and is marked if these fail too. The mark
 * goes when a message is accepted.
 *
 * @param announce enqueues the event of alerts about which nobody can be reached, which a higher context describes.
 * @param skipped alerts whose checks failed and are not repeated now.
 * @returns the number of alerts checked.
 * @throws {StepError} naming the alert whose owners and admins could not be paged.
 */
export async function checkDueReach(
  services: Pick<Services, "database" | "bus">,
  announce: (tx: SqlTransaction, alertIds: string[]) => Promise<void>,
  skipped: string[] = [],
): Promise<number> {
  return transactSql(services, async (tx) => {
    const checked = await readDueReach(tx, mostAtOnce, skipped)
    if (checked.length === 0) return 0
    await forwardPages(
      tx,
      checked.flatMap(({ reachedRound, stalled }) => (reachedRound === null ? stalled : [])),
    )
    const judged = checked.map((reach) => ({ reach, verdict: judgeReach(reach) }))
    await record(tx, judged)
    for (const { reach, verdict } of judged) {
      if (verdict === "page_admins") await escalateToAdmins(tx, reach.alertId)
      if (isChanged(reach, verdict)) {
        tx.publish("alert.changed", { projectId: reach.projectId, alertId: reach.alertId })
      }
      if (verdict === "run_next_rule") tx.publish("delivery.due", { projectId: reach.projectId })
    }
    const unreached = judged.flatMap(({ reach, verdict }) =>
      verdict === "unreachable" && !reach.isUnreachable ? [reach.alertId] : [],
    )
    if (unreached.length > 0) await announce(tx, unreached)
    await tryAgain(
      tx,
      judged.flatMap(({ reach, verdict }) => (verdict === "unreachable" ? [reach.alertId] : [])),
    )
    return checked.length
  })
}

type Judged = { reach: Reach; verdict: ReachVerdict }

const isChanged = ({ isUnreachable, reachedRound }: Reach, verdict: ReachVerdict): boolean =>
  verdict === "run_next_rule" ||
  verdict === "page_admins" ||
  (verdict === "unreachable" ? !isUnreachable : isUnreachable && reachedRound !== null)

/** An alert that stays open is checked again: at the latest after a minute, while nobody was reached. */
async function record(tx: SqlTransaction, judged: Judged[]): Promise<void> {
  const rows = judged.map(({ reach, verdict }) => ({
    alert_id: reach.alertId,
    reached_round: reach.reachedRound ?? 0,
    is_over: verdict === "over" || reach.reachedRound !== null,
    is_checked: verdict === "over" || verdict === "reached",
    is_due: verdict === "run_next_rule",
    is_lost: verdict === "unreachable",
    check_at: verdict === "wait" ? reach.checkAt : null,
  }))
  await tx.query({
    name: "record-reach",
    text: `
      update escalation e
         set reached_round = row.reached_round,
             unreachable_since = case when row.is_over then null
                                      when row.is_lost then coalesce(e.unreachable_since, moment.now)
                                      else e.unreachable_since end,
             reach_check_at = case when not row.is_checked
                                   then coalesce(row.check_at, moment.now + interval '${reachCheckSeconds} seconds') end,
             due_at = case when row.is_due then least(e.due_at, moment.now) else e.due_at end
        from jsonb_to_recordset($1::jsonb) as row (alert_id uuid, reached_round int, is_over boolean,
               is_checked boolean, is_due boolean, is_lost boolean, check_at timestamptz(3)),
             (select date_trunc('milliseconds', now()) as now) moment
       where e.alert_id = row.alert_id`,
    values: [JSON.stringify(rows)],
  })
}

async function escalateToAdmins(tx: SqlTransaction, alertId: string): Promise<void> {
  try {
    await pageAdmins(tx, alertId)
  } catch (error) {
    throw new StepError(alertId, error)
  }
}

/** Queue again what was given up: pages to owners and admins, and to team channels. */
async function tryAgain(tx: SqlTransaction, alertIds: string[]): Promise<void> {
  if (alertIds.length === 0) return
  await tx.query({
    name: "try-unreachable-again",
    text: `
      update delivery d set state = 'pending', tries = 0, settled_at = null, due_at = date_trunc('milliseconds', now())
        from page join escalation e on e.alert_id = page.alert_id
       where e.alert_id = any($1::uuid[]) and page.round > e.rounds_before
         and (page.rule_order = 0 or page.channel_id is not null)
         and d.page_id = page.id and d.event = 'alert.created' and d.state = 'dead'
         and d.settled_at < now() - make_interval(mins => $2::int)`,
    values: [alertIds, againMinutes],
  })
}
