import { forwardPages } from "../../graphql/outbox/forward-pages.ts"
import type { Statement } from "../../graphql/kernel/transaction.ts"
import { query, transactSql } from "../../graphql/kernel/transaction.ts"
import type { Services } from "../../platform/services.ts"
import type { Settlement } from "../engine/settle-deliveries.ts"
import { settleUnlocked, settleWaiting } from "../engine/settle-deliveries.ts"

export type MessageSettlement = Settlement & {
  /** The target failed, so the person's next contact method is used immediately. */
  isWayLost: boolean
}

type Stores = Pick<Services, "database" | "bus">

/**
 * Stores the results of messages: attempts, channel health, and the next contact method of pages whose target
 * failed. Returns for each message whether the lease was still ours.
 */
export async function settleMessages(
  services: Stores,
  settlements: MessageSettlement[],
): Promise<boolean[]> {
  const settled = await settle(services, settleUnlocked(settlements), settlements)
  const answers: boolean[] = []
  for (const one of settlements) {
    // Canceling pages locks several rows. Lock one delivery at a time to avoid a deadlock.
    const isOurs =
      settled.has(one.id) || (await settle(services, settleWaiting([one]), [one])).has(one.id)
    answers.push(isOurs)
  }
  return answers
}

async function settle(
  services: Stores,
  statement: Statement,
  settlements: MessageSettlement[],
): Promise<ReadonlySet<string>> {
  const lost = new Set(settlements.filter(({ isWayLost }) => isWayLost).map(({ id }) => id))
  const rows = await (lost.size === 0
    ? query<Settled>(services, statement)
    : transactSql(services, async (tx) => {
        const ours = await tx.query<Settled>(statement)
        await forwardPages(
          tx,
          ours.flatMap(({ id }) => (lost.has(id) ? [id] : [])),
        )
        return ours
      }))
  return new Set(rows.map(({ id }) => id))
}

type Settled = { id: string }
