import type { Services } from "../../../platform/services.ts"
import { confirmWithinMs } from "./subscription-by-link.ts"

/**
 * Deletes a subscriber whose address no longer exists, with its queued deliveries.
 * @param addressHash the address that failed; a subscriber who has changed it since is kept.
 * @returns false if there is none with this address.
 */
export async function forgetGone(
  { database }: Pick<Services, "database">,
  id: string,
  addressHash: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const where = { id, addressHash }
  return (await database.prisma.statusPageSubscriber.deleteMany({ where })).count > 0
}

/** Deletes subscribers who did not confirm in time. */
export async function deleteUnconfirmed({
  database,
  clock,
}: Pick<Services, "database" | "clock">): Promise<void> {
  await database.pool.query({
    name: "delete-unconfirmed",
    text: "delete from status_page_subscriber where confirmed_at is null and asked_at < $1::timestamptz",
    values: [new Date(clock.now().getTime() - confirmWithinMs)],
  })
}
