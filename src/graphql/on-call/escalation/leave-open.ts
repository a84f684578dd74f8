import type { Transaction } from "../../kernel/transaction.ts"

/** Exhaust the escalation of an alert that a person reopened: they know about it, so nobody is paged. */
export async function exhaustEscalation({ db }: Transaction, alertId: string): Promise<void> {
  await db.escalation.updateMany({
    where: { alertId, state: "ended" },
    data: { state: "exhausted" },
  })
}
