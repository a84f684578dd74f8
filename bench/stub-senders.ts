import type { Sender } from "../src/channels/message.ts"
import { senders, type Senders } from "../src/channels/senders.ts"

/** Senders that accept every message at once. */
export function stubSenders(onSend: (deliveryId: string) => void): Senders {
  const stub: Sender<unknown> = {
    kind: "email",
    send(_config, _message, { deliveryId }) {
      onSend(deliveryId)
      return Promise.resolve({ kind: "accepted", receipt: deliveryId, isConfirmed: true })
    },
  }
  return Object.fromEntries(Object.keys(senders).map((kind) => [kind, stub])) as Senders
}
