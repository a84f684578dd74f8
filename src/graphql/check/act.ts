import { declareOutages, escalateOutages } from "../incident/outage.ts"
import { reopenOutages, resolveOutages } from "../incident/outage-course.ts"
import { holdNumbers } from "../project/number.ts"
import type { Transaction } from "../transaction.ts"
import type { Deeds } from "./decide.ts"

/** Does what the results ask for; within a round each monitor has at most one outage that ends and one that begins. */
export async function act(tx: Transaction, rounds: Deeds[]): Promise<void> {
  // Held before the first round: a later one may need another project.
  const begun = rounds.flatMap(({ declare, escalate }) => [...declare, ...escalate])
  await holdNumbers(tx, [...new Set(begun.map(({ projectId }) => projectId))])
  for (const { resolve, declare, escalate, reopen } of rounds) {
    await resolveOutages(tx, resolve)
    await declareOutages(tx, declare)
    await escalateOutages(tx, escalate)
    await reopenOutages(tx, reopen)
  }
}
