import { writeFindings } from "../../../findings/finding.ts"
import { goneBrowser } from "../../../channels/web-push/web-push.ts"
import { transact } from "../../kernel/transaction.ts"
import type { Services } from "../../../platform/services.ts"
import { cancelUnsent } from "./cancel-unsent.ts"

/** Of the deliveries cancelled with it. */
export const goneWhy = { code: "receiver_gone", parameters: {} } as const

/**
 * Disable the channel of a delivery whose receiver is permanently gone.
 *
 * @param addressHash the address used; a channel with a newer address is left alone.
 * @returns false if the channel's address has changed.
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
      update channel set enabled = false, last_error = '',
             last_findings = ${writeFindings([goneBrowser])}::jsonb, updated_at = now()
       where id = ${channel.id}::uuid and enabled`
    await cancelUnsent(tx, channel.id, goneWhy)
    return true
  })
}
