import type { Transaction } from "../../kernel/transaction.ts"

/** Silence the escalation of an alert that a person reopened: they know about it, so nobody is paged. */
export async function silenceReopened(
  { db }: Transaction,
  alertId: string,
  now: Date,
): Promise<void> {
  await db.escalation.updateMany({
    where: { alertId, state: "ended" },
    data: { state: "exhausted", silencedAt: now },
  })
}
