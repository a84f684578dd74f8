import { transact } from "../graphql/transaction.ts"
import type { Services } from "../services.ts"
import type { Claim } from "./claim.ts"
import { claimDue, whileHeld } from "./claim.ts"
import { addressPeople } from "./notice/address.ts"
import { holdEvents, settleEvents } from "./settle.ts"
import { addressSubscribers } from "./subscriber/address.ts"
import { addressEndpoints } from "./webhook/address.ts"

/** Rows one claim takes. */
const portion = 100

type Stores = Pick<Services, "database" | "bus" | "env">

/** Claims one portion of the events and owes them to whoever wants to hear; answers how many it took. */
export async function deliverDue(services: Stores): Promise<number> {
  const { pool } = services.database
  const claim = await claimDue(pool, portion)
  if (claim.rows.length === 0) return 0
  return whileHeld(pool, claim, async () => {
    await addressEvents(services, claim)
    return claim.rows.length
  })
}

/**
 * Makes a delivery for each addressee and settles the events, in one transaction: whoever is killed before its
 * end has done nothing. Whoever is to hear of events is added here. Answers how many events were settled.
 */
export const addressEvents = (services: Stores, claim: Claim): Promise<number> =>
  transact(services, async (tx) => {
    const ids = await holdEvents(tx, claim)
    const subscribed = await addressEndpoints(tx, ids)
    const told = await addressPeople(tx, ids, services.env.BASE_URL)
    const informed = await addressSubscribers(tx, ids, services.env.BASE_URL)
    return settleEvents(tx, ids, [...subscribed, ...told, ...informed])
  })
