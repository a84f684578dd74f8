import type { Transaction } from "../../kernel/transaction.ts"

/** Silence the escalation of alerts that a person reopened: they know about them, so nobody is paged. */
export async function silenceReopened(
  { db }: Transaction,
  alertIds: string[],
  now: Date,
): Promise<void> {
  await db.escalation.updateMany({
    where: { alertId: { in: alertIds }, state: "ended" },
    data: { state: "exhausted", silencedAt: now },
  })
}
