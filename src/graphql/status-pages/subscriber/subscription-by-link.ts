import { z } from "zod"
import type { Services } from "../../../platform/services.ts"
import { id, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { language } from "../status-page/rules/page-language.ts"
import { readToken, type Purpose } from "./subscription-link.ts"
import { choose } from "./subscribe-to-page.ts"

/** How long a confirmation link is valid. */
export const confirmWithinMs = 7 * 24 * 3_600_000

type Needs = Pick<Services, "database" | "bus" | "vault" | "clock">

/** Who a link for changes belongs to, with the page and its components; null for no link of ours. */
export async function openSubscription(services: Needs, token: string) {
  return shown(await holderOf(services, "manage", token))
}

/** Same, for a confirmation link; null also if it has expired, unless it was used before. */
export async function openConfirmation(services: Needs, token: string) {
  const found = shown(await holderOf(services, "confirm", token))
  if (found === null || found.confirmedAt !== null) return found
  const age = services.clock.now().getTime() - found.askedAt.getTime()
  return age <= confirmWithinMs ? found : null
}

export type Subscription = NonNullable<Awaited<ReturnType<typeof readSubscriber>>>

/** Subscriptions of a private page are treated as unknown. */
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

/** Confirms a subscription. Idempotent. */
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
  /** Language of the notices; unchanged if omitted. */
  language: language.optional(),
})

/**
 * Sets the components (none for the whole page) and language. Returns the subscription as it was; null if the link
 * is not valid.
 */
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
 * Deletes a subscription, its address and its queued deliveries. Returns null if the link is not valid, and also
 * for a private page, whose subscription is deleted all the same.
 */
export async function endSubscription(services: Needs, token: string) {
  const found = await holderOf(services, "manage", token)
  if (found === null) return null
  await services.database.prisma.statusPageSubscriber.deleteMany({ where: { id: found.id } })
  return shown(found)
}
