import { requestReachCheck } from "../../graphql/outbox/request-reach-check.ts"
import { forwardPages } from "../../graphql/outbox/forward-pages.ts"
import { query, transactSql, type Statement } from "../../graphql/kernel/transaction.ts"
import type { Services } from "../../platform/services.ts"
import { settleUnlocked, settleWaiting, type Settlement } from "../engine/settle-deliveries.ts"

export type MessageSettlement = Settlement & {
  /** The target failed, so the person's next contact method is used immediately. */
  isWayLost: boolean
}

type Stores = Pick<Services, "database" | "bus">

/**
 * Stores the results of messages: attempts, channel health, and the next contact method of pages whose target
 * failed. Returns for each message whether the lease was still ours.
 *
 * @param onPage is called with each page that got a result.
 */
export async function settleMessages(
  services: Stores,
  settlements: MessageSettlement[],
  onPage: (pageId: string) => void = () => undefined,
): Promise<boolean[]> {
  const settle = (statement: Statement, some: MessageSettlement[]) =>
    store(services, statement, some, onPage)
  const settled = await settle(settleUnlocked(settlements), settlements)
  const answers: boolean[] = []
  for (const one of settlements) {
    // Canceling pages locks several rows. Lock one delivery at a time to avoid a deadlock.
    const isOurs = settled.has(one.id) || (await settle(settleWaiting([one]), [one])).has(one.id)
    answers.push(isOurs)
  }
  return answers
}

async function store(
  services: Stores,
  statement: Statement,
  settlements: MessageSettlement[],
  onPage: (pageId: string) => void,
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
  for (const { pageId } of rows) if (pageId !== null) onPage(pageId)
  const accepted = rows.flatMap(({ id, mayEndSilence }) => (mayEndSilence ? [id] : []))
  if (accepted.length > 0) await query(services, requestReachCheck(accepted))
  return new Set(rows.map(({ id }) => id))
}

type Settled = {
  id: string
  pageId: string | null
  /** It was accepted, and some alert has reached nobody so far. */
  mayEndSilence: boolean
}
