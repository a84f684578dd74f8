import type { Transaction } from "../graphql/transaction.ts"
import type { Claim } from "./claim.ts"

/** Holds those events of a claim that are still ours; those that another worker claimed since are left to it. */
export async function holdEvents({ db }: Transaction, { token, rows }: Claim): Promise<string[]> {
  const held = await db.$queryRaw<{ id: string }[]>`
    select id from delivery
     where id = any(${rows.map(({ id }) => id)}::uuid[]) and lease_token = ${token}::uuid
       and state = 'pending'
     order by id for no key update`
  return held.map(({ id }) => id)
}

/** Writes down of each event whether anybody is owed it. Answers how many there were. */
export const settleEvents = (
  { db }: Transaction,
  ids: string[],
  addressed: string[],
): Promise<number> =>
  db.$executeRaw`
    update delivery
       set state = case when id = any(${addressed}::uuid[]) then 'addressed' else 'unaddressed' end::delivery_state,
           settled_at = now(), lease_token = null, lease_until = null
     where id = any(${ids}::uuid[])`
