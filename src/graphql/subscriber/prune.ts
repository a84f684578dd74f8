import type { Services } from "../../services.ts"
import { confirmWithinMs } from "./by-link.ts"

/**
 * Forgets a subscriber whose receiver is gone for good, with all that it is still owed.
 *
 * @param addressHash where it was sent; one that has moved on since is left alone.
 * @returns false where there is none with this address.
 */
export async function forgetGone(
  { database }: Pick<Services, "database">,
  id: string,
  addressHash: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const where = { id, addressHash }
  return (await database.prisma.statusPageSubscriber.deleteMany({ where })).count > 0
}

/** Forgets addresses that nobody confirmed in time. */
export async function forgetUnconfirmed({
  database,
  clock,
}: Pick<Services, "database" | "clock">): Promise<void> {
  await database.prisma.statusPageSubscriber.deleteMany({
    where: {
      confirmedAt: null,
      askedAt: { lt: new Date(clock.now().getTime() - confirmWithinMs) },
    },
  })
}
