import { declareOutages, escalateOutages } from "../../incidents/incident/declare-outage.ts"
import { reopenOutages, resolveOutages } from "../../incidents/incident/outage-course.ts"
import { renewReasons } from "../../incidents/incident/renew-reason.ts"
import { lockNumbers } from "../../workspace/project/next-number.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import type { Effects } from "./decide-check.ts"

/** Apply effects; within a round each monitor ends at most one outage and starts at most one. */
export async function applyEffects(tx: SqlTransaction, rounds: Effects[]): Promise<void> {
  // Lock all projects before the first round: a later round may need another project.
  const started = rounds.flatMap(({ declare, escalate }) => [...declare, ...escalate])
  await lockNumbers(tx, [...new Set(started.map(({ projectId }) => projectId))])
  for (const { resolve, declare, escalate, reopen, renew } of rounds) {
    await resolveOutages(tx, resolve)
    await declareOutages(tx, declare)
    await escalateOutages(tx, escalate)
    await reopenOutages(tx, reopen)
    await renewReasons(tx, renew)
  }
}
