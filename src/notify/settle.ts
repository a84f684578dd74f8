import type { Transaction } from "../graphql/transaction.ts"
import type { Claim } from "./claim.ts"

/** Holds those events of a claim that are still ours; those that another worker claimed since are left to it. */
export async function holdEvents({ db }: Transaction, { token, rows }: Claim): Promise<string[]> {
  const held = await db.$queryRaw<{ id: string }[]>`
    select d.id from delivery d join delivery_lease l on l.delivery_id = d.id
     where d.id = any(${rows.map(({ id }) => id)}::uuid[]) and l.token = ${token}::uuid
       and d.state = 'pending'
     order by d.id for no key update of d, l`
  return held.map(({ id }) => id)
}

/** Writes down of each event whether anybody is owed it. Answers how many there were. */
export const settleEvents = (
  { db }: Transaction,
  ids: string[],
  addressed: string[],
): Promise<number> =>
  db.$executeRaw`
    with freed as (
      delete from delivery_lease where delivery_id = any(${ids}::uuid[])
    )
    update delivery
       set state = case when id = any(${addressed}::uuid[]) then 'addressed' else 'unaddressed' end::delivery_state,
           settled_at = now()
     where id = any(${ids}::uuid[])`
