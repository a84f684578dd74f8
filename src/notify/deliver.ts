import type { Services } from "../services.ts"
import type { Owed } from "./claim.ts"
import { claimDue, whileHeld } from "./claim.ts"
import { settleUnaddressed } from "./settle.ts"

/** Rows one claim takes. */
const portion = 100

/** Who wants to hear of an event, by kind and id. Channels and endpoints do not exist yet, so nobody does. */
const addressees = (_owed: Owed): string[] => []

/** Claims and settles one portion of the outbox; answers how many rows it took. */
export async function deliverDue({ database: { pool } }: Pick<Services, "database">) {
  const claim = await claimDue(pool, portion)
  if (claim.rows.length === 0) return 0
  return whileHeld(pool, claim, async () => {
    const unaddressed = claim.rows.filter((owed) => addressees(owed).length === 0)
    await settleUnaddressed(
      pool,
      claim,
      unaddressed.map(({ id }) => id),
    )
    return claim.rows.length
  })
}
