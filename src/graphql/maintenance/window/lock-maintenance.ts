import type { Transaction } from "../../kernel/transaction.ts"

/** Locks a window until the commit, which the jobs then skip. Returns its state by PostgreSQL's clock. */
export async function lockMaintenance({ db }: Transaction, id: string) {
  const [time] = await db.$queryRaw<{ now: Date }[]>`
    select now() from maintenance where id = ${id}::uuid for update`
  const window = await db.maintenance.findUniqueOrThrow({ where: { id } })
  const now = time?.now ?? window.updatedAt
  const isOver = window.state === "cancelled" || window.endsAt <= now
  return { window, now, isOver, isBegun: window.startsAt <= now }
}
