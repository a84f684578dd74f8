import { transact } from "../transaction.ts"
import type { Services } from "../../services.ts"
import { cancelUnsent } from "./cancel-unsent.ts"

/** What a channel says whose browser is gone; one that says so comes back when the browser renews itself. */
export const goneBrowser =
  "The browser no longer takes notifications; turn them on again on that device."
/** What is said of deliveries that were waiting for it. */
export const goneWhy = "Its receiver is gone for good."

/**
 * Switches off the channel of a delivery whose receiver is gone for good.
 *
 * @param addressHash where it was sent; a channel that has moved on since is left alone.
 * @returns false where the channel has another address by now.
 */
export async function disableGone(
  services: Pick<Services, "database" | "bus">,
  deliveryId: string,
  addressHash: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  return transact(services, async (tx) => {
    const [channel] = await tx.db.$queryRaw<{ id: string; isThere: boolean }[]>`
      select id::text, address_hash = ${addressHash} as "isThere" from channel
       where id = (select channel_id from delivery where id = ${deliveryId}::uuid) for no key update`
    if (channel === undefined) return true
    if (!channel.isThere) return false
    await tx.db.$executeRaw`
      update channel set enabled = false, last_error = ${goneBrowser}, updated_at = now()
       where id = ${channel.id}::uuid and enabled`
    await cancelUnsent(tx, channel.id, goneWhy)
    return true
  })
}
