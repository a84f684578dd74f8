import type { Transaction } from "../transaction.ts"

/** A person opened an alert again and so knows of it: nobody is paged, and no turn is left. */
export async function leaveOpen({ db }: Transaction, alertId: string): Promise<void> {
  await db.escalation.updateMany({
    where: { alertId, state: "ended" },
    data: { state: "exhausted" },
  })
}
