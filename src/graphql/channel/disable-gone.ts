import { transact } from "../transaction.ts"
import type { Services } from "../../services.ts"
import { cancelUnsent } from "./cancel-unsent.ts"

/** Switches off the channel of a delivery whose receiver is gone for good; `lastError` will say why. */
export async function disableGone(
  services: Pick<Services, "database" | "bus">,
  deliveryId: string,
): Promise<void> {
  await transact(services, async (tx) => {
    const [channel] = await tx.db.$queryRaw<{ id: string }[]>`
      update channel set enabled = false, updated_at = now()
       where id = (select channel_id from delivery where id = ${deliveryId}::uuid) and enabled
      returning id::text`
    if (channel !== undefined) await cancelUnsent(tx, channel.id, "Its receiver is gone for good.")
  })
}
