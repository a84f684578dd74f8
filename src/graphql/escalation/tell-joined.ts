import type { Transaction } from "../transaction.ts"
import { tellPaged } from "./end.ts"

/** A chat takes an edit of a message every two seconds all day long. */
const stretchMs = 2000
/** Whoever joins at the end of a stretch is stored by then. */
const graceMs = 1000

/**
 * Has the messages that can be edited list who joined, once for each stretch of time: a storm is not an edit an
 * alert. Over other channels they are told with the next turn. Called while the leading alerts' escalations are
 * held.
 */
export async function tellJoined(tx: Transaction, leadIds: string[]): Promise<void> {
  if (leadIds.length === 0) return
  const [{ nowMs, beganMs } = { nowMs: 0, beganMs: 0 }] = await tx.query<Moments>(moments)
  const stretch = Math.floor(nowMs / stretchMs)
  // Delays count from the beginning of the transaction, which may have waited for the escalations.
  const delaySeconds = ((stretch + 1) * stretchMs + graceMs - beganMs) / 1000
  const news = { event: "alert.joined", change: String(stretch), delaySeconds } as const
  await tellPaged(
    tx,
    leadIds.map((alertId) => ({ alertId, ...news })),
  )
}

type Moments = { nowMs: number; beganMs: number }

const moments = {
  name: "moments",
  text: `select (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
                (extract(epoch from now()) * 1000)::float8 as "beganMs"`,
  values: [],
}
