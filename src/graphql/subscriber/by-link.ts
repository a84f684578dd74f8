import { z } from "zod"
import type { Services } from "../../services.ts"
import { id, parse } from "../input.ts"
import { transact } from "../transaction.ts"
import { readToken } from "./link.ts"
import { chooseResources } from "./subscribe.ts"

/** How long an address can be confirmed after it was asked. */
export const confirmWithinMs = 7 * 24 * 3_600_000

type Needs = Pick<Services, "database" | "bus" | "vault" | "clock">

/** Who a link for changes belongs to, with the page and its components; null for no link of ours. */
export async function openSubscription({ database, vault }: Needs, token: string) {
  const id = readToken(vault, "manage", token)
  return id === null ? null : readSubscriber(database.prisma, id)
}

/** The same for a link that confirms; null also once it is too old, unless it was used before. */
export async function openConfirmation({ database, vault, clock }: Needs, token: string) {
  const id = readToken(vault, "confirm", token)
  const found = id === null ? null : await readSubscriber(database.prisma, id)
  if (found === null || found.confirmedAt !== null) return found
  return clock.now().getTime() - found.askedAt.getTime() <= confirmWithinMs ? found : null
}

export type Subscription = NonNullable<Awaited<ReturnType<typeof readSubscriber>>>

const readSubscriber = (prisma: Services["database"]["prisma"], id: string) =>
  prisma.statusPageSubscriber.findUnique({
    where: { id },
    include: {
      page: {
        include: { resources: { orderBy: [{ order: "asc" }, { id: "asc" }] } },
      },
      resources: { select: { resourceId: true } },
    },
  })

/** From now on they are written to; a second time changes nothing. */
export async function confirmSubscription(services: Needs, token: string) {
  const found = await openConfirmation(services, token)
  if (found === null) return null
  await services.database.prisma.statusPageSubscriber.updateMany({
    where: { id: found.id, confirmedAt: null },
    data: { confirmedAt: services.clock.now() },
  })
  return found
}

const choice = z.object({ resourceIds: z.array(id).max(1000) })

/** Chooses components of the page, or all of it by none. Answers the subscription as it was; null for no link. */
export async function changeSubscription(
  services: Needs,
  token: string,
  given: z.input<typeof choice>,
) {
  const { resourceIds } = parse(choice, given)
  const found = await openSubscription(services, token)
  if (found === null) return null
  await transact(services, (tx) => chooseResources(tx, found, resourceIds))
  return found
}

/** Ends a subscription with all that it is still owed; nothing of the address is kept. Null for no link. */
export async function endSubscription(services: Needs, token: string) {
  const found = await openSubscription(services, token)
  if (found === null) return null
  await services.database.prisma.statusPageSubscriber.deleteMany({ where: { id: found.id } })
  return found
}
