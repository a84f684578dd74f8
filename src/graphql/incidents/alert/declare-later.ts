import type { SqlTransaction } from "../../kernel/transaction.ts"

/** How long a target may stay down after a person resolved its alert before it is declared again. */
const patienceMinutes = 60

/** Schedules alerts that a person resolved to be declared again, unless their targets recover first. */
export async function declareLater(tx: SqlTransaction, alertIds: string[]): Promise<void> {
  await tx.query({
    name: "declare-later",
    text: `update alert set declare_again_at = now() + make_interval(mins => $2::int)
            where id = any($1::uuid[]) and monitor_id is not null and resolved_at is not null`,
    values: [alertIds, patienceMinutes],
  })
}
