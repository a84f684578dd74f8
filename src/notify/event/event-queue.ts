import type pg from "pg"
import { transact, type Transaction } from "../../graphql/kernel/transaction.ts"
import type { Services } from "../../platform/services.ts"
import { claimDeliveries, claimStatement } from "../engine/claim-deliveries.ts"
import { leaseSeconds, renewLeases } from "../engine/lease.ts"
import { createSlots } from "../engine/slots.ts"
import type { Job, Queue } from "../engine/start-queue.ts"
import { addressPeople } from "../notice/notice-address.ts"
import { addressSubscribers } from "../subscriber/subscriber-address.ts"
import { addressEndpoints } from "../webhook/webhook-address.ts"

/** Events fanned out in one transaction. */
const slots = 100

type Stores = Pick<Services, "database" | "bus" | "env">

/**
 * Events: each becomes a delivery for each recipient. Nothing is sent, so an attempt is nothing but its settlement,
 * and there is no schedule: an event that fails is tried until it works.
 *
 * @param onSettled called after deliveries were enqueued.
 */
export function eventQueue(services: Stores, onSettled: () => void): Queue<Job, Job> {
  const { pool } = services.database
  const taken = createSlots({
    sizes: { all: slots },
    placeOf: () => ({ pool: "all" as const, share: "", target: "" }),
    crowdedAt: {},
  })
  return {
    name: "event",
    slots: taken,
    leaseSeconds,
    claim: () => claimEvents(pool, taken.of("all").free),
    attempt: (event) => Promise.resolve(event),
    async settle(events) {
      const settled = await fanOut(services, events)
      onSettled()
      return settled
    },
    renew: (events) => renewLeases(pool, events),
  }
}

/** Claims due events, most urgent first. */
export const claimEvents = (pool: pg.Pool, limit: number): Promise<Job[]> =>
  claimDeliveries(pool, "event", claim, [limit])

const claim = claimStatement(
  "claim events",
  `chosen as materialized (
    select id, target from delivery
     where state = 'pending' and target = 'everyone' and due_at <= now()
       and id not in (select delivery_id from leased)
     order by priority desc, due_at, id limit $4::int for no key update skip locked
  )`,
  "select id from chosen",
)

/**
 * Enqueues a delivery for each recipient and settles the events in one transaction. New kinds of recipients are
 * added here. Returns for each event whether the lease was still ours.
 */
export const fanOut = (services: Stores, events: Job[]): Promise<boolean[]> =>
  transact(services, async (tx) => {
    const ids = await lockEvents(tx, events)
    const subscribed = await addressEndpoints(tx, ids)
    const addressed = await addressPeople(tx, ids, services.env.BASE_URL)
    const informed = await addressSubscribers(tx, ids, services.env.BASE_URL)
    await settleEvents(tx, ids, [...subscribed, ...addressed, ...informed])
    const ours = new Set(ids)
    return events.map(({ id }) => ours.has(id))
  })

/** Locks the events whose lease is still ours; those that another worker has claimed since are left to it. */
async function lockEvents({ db }: Transaction, events: Job[]): Promise<string[]> {
  const locked = await db.$queryRaw<{ id: string }[]>`
    select d.id
      from unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ token }) => token)}::uuid[])
        as event (id, token)
      join delivery_lease l on l.delivery_id = event.id and l.token = event.token
      join delivery d on d.id = event.id and d.state = 'pending'
     order by d.id for no key update of d, l`
  return locked.map(({ id }) => id)
}

/** Stores for each event whether it has deliveries. */
const settleEvents = ({ db }: Transaction, ids: string[], addressed: string[]): Promise<number> =>
  db.$executeRaw`
    with freed as (
      delete from delivery_lease where delivery_id = any(${ids}::uuid[])
    )
    update delivery
       set state = case when id = any(${addressed}::uuid[]) then 'addressed' else 'unaddressed' end::delivery_state,
           settled_at = now()
     where id = any(${ids}::uuid[])`
