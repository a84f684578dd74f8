import { z } from "zod"
import type { Services } from "../../services.ts"
import { id, parse } from "../input.ts"
import { transact } from "../transaction.ts"
import { language } from "../status-page/language.ts"
import type { Purpose } from "./link.ts"
import { readToken } from "./link.ts"
import { choose } from "./subscribe.ts"

/** How long an address can be confirmed after it was asked. */
export const confirmWithinMs = 7 * 24 * 3_600_000

type Needs = Pick<Services, "database" | "bus" | "vault" | "clock">

/** Who a link for changes belongs to, with the page and its components; null for no link of ours. */
export async function openSubscription(services: Needs, token: string) {
  return shown(await holderOf(services, "manage", token))
}

/** The same for a link that confirms; null also once it is too old, unless it was used before. */
export async function openConfirmation(services: Needs, token: string) {
  const found = shown(await holderOf(services, "confirm", token))
  if (found === null || found.confirmedAt !== null) return found
  const age = services.clock.now().getTime() - found.askedAt.getTime()
  return age <= confirmWithinMs ? found : null
}

export type Subscription = NonNullable<Awaited<ReturnType<typeof readSubscriber>>>

/** A page that is not public answers here too as if it were gone. */
const shown = (found: Subscription | null): Subscription | null =>
  found?.page.isPublic === true ? found : null

async function holderOf({ database, vault }: Needs, purpose: Purpose, token: string) {
  const id = readToken(vault, purpose, token)
  return id === null ? null : readSubscriber(database.prisma, id)
}

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

const choice = z.object({
  resourceIds: z.array(id).max(1000),
  /** What they are written to in from now on; absent to leave it. */
  language: language.optional(),
})

/** Chooses components of the page, or all of it by none, and a language. Answers the subscription as it was; null for no link. */
export async function changeSubscription(
  services: Needs,
  token: string,
  given: z.input<typeof choice>,
) {
  const { resourceIds, language: wanted } = parse(choice, given)
  const found = await openSubscription(services, token)
  if (found === null) return null
  const language = wanted ?? found.language
  await transact(services, (tx) => choose(tx, found, { resourceIds, language }))
  return found
}

/**
 * Ends a subscription with all that it is still owed; nothing of the address is kept. Null for no link, and for a
 * page that is not public, whose subscription is ended all the same.
 */
export async function endSubscription(services: Needs, token: string) {
  const found = await holderOf(services, "manage", token)
  if (found === null) return null
  await services.database.prisma.statusPageSubscriber.deleteMany({ where: { id: found.id } })
  return shown(found)
}
