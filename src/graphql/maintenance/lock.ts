import type { Transaction } from "../transaction.ts"

/** A window as it stands at this moment of PostgreSQL's time; the housekeeper passes it by until the commit. */
export async function lockMaintenance({ db }: Transaction, id: string) {
  const [time] = await db.$queryRaw<{ now: Date }[]>`
    select now() from maintenance where id = ${id}::uuid for update`
  const window = await db.maintenance.findUniqueOrThrow({ where: { id } })
  const now = time?.now ?? window.updatedAt
  const isOver = window.state === "cancelled" || window.endsAt <= now
  return { window, now, isOver, isBegun: window.startsAt <= now }
}
