import type { Services } from "../../services.ts"
import { confirmWithinMs } from "./by-link.ts"

/** Forgets a subscriber whose receiver is gone for good, with all that it is still owed. */
export async function forgetGone(
  { database }: Pick<Services, "database">,
  id: string,
): Promise<void> {
  await database.prisma.statusPageSubscriber.deleteMany({ where: { id } })
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
