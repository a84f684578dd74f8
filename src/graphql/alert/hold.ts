import type { Transaction } from "../transaction.ts"

/** Whoever changes several alerts takes them in this order first, before their escalations: so nobody waits in a ring. */
export async function holdAlerts(tx: Transaction, alertIds: string[]): Promise<void> {
  await tx.query({
    name: "hold-alerts",
    text: "select from alert where id = any($1::uuid[]) order by id for no key update",
    values: [alertIds],
  })
}
