import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import type { Services } from "../../../platform/services.ts"
import { invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { language } from "../status-page/rules/page-language.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { kinds, kindsOf, readAddress } from "./subscriber-address.ts"
import { enqueueSubscriberNews } from "./enqueue-subscriber-news.ts"

const input = z.object({
  pageId: id,
  kind: z.enum(kinds, { error: `must be one of ${kinds.join(", ")}` }),
  address: z.string(),
  /** Components of the page; empty for the whole page. */
  resourceIds: z.array(id).max(1000).default([]),
  /** Language of the notices; by default that of the page. */
  language: language.optional(),
})

/** Minimum time between confirmation requests to an address, no matter how often it is entered. */
const askedEveryMs = 3_600_000
const mostSubscribers = 100_000

/**
 * Stores a subscription to a public page and asks the address to confirm it. Responds the same for an address that
 * is already subscribed, so that nobody learns who is.
 * @throws {DomainError} validation_failed at `#/address` for an invalid address.
 */
export async function subscribe(services: Services, given: z.input<typeof input>): Promise<void> {
  const { pageId, kind, address, resourceIds, language: wanted } = parse(input, given)
  if (!kindsOf(services.env).includes(kind)) {
    throw invalid("#/kind", "is not set up on this installation")
  }
  const { sealedAddress, addressHash } = readAddress(kind, address, services)
  const now = services.clock.now()
  await transact(services, async (tx) => {
    const page = await tx.db.statusPage.findFirst({ where: { id: pageId, isPublic: true } })
    if (page === null) return
    const where = { pageId_addressHash: { pageId, addressHash } }
    const known = await tx.db.statusPageSubscriber.findUnique({ where })
    if (known === null && (await isFull(tx, pageId))) return
    const language = wanted ?? page.language
    const data = { pageId, kind, sealedAddress, addressHash, language, askedAt: now }
    const [fresh] = await tx.db.statusPageSubscriber.createManyAndReturn({
      data: known === null ? [{ id: newId(), ...data }] : [],
      skipDuplicates: true,
    })
    const subscriber = known ?? fresh
    // A concurrent request has created the same subscription.
    if (subscriber === undefined) return
    // A confirmed subscription changes only by its own link.
    if (subscriber.confirmedAt === null) await choose(tx, subscriber, { resourceIds, language })
    if (known !== null && !(await isDue(tx, known.id, now))) return
    await enqueueSubscriberNews(tx, [subscriber], {
      projectId: page.projectId,
      event: "subscriber.asked",
      subjectId: pageId,
      cause: `asked:${now.getTime()}`,
      payload: { language },
      priority: 0,
    })
  })
}

/** Only one of several concurrent requests sends the confirmation. */
async function isDue({ db }: Transaction, id: string, now: Date): Promise<boolean> {
  const { count } = await db.statusPageSubscriber.updateMany({
    where: { id, askedAt: { lte: new Date(now.getTime() - askedEveryMs) } },
    data: { askedAt: now },
  })
  return count > 0
}

const isFull = async ({ db }: Transaction, pageId: string): Promise<boolean> =>
  (await db.statusPageSubscriber.count({ where: { pageId } })) >= mostSubscribers

type Choice = { resourceIds: readonly string[]; language: string }

/** Sets a subscriber's components (none for the whole page) and language. */
export async function choose(
  { db }: Transaction,
  { id: subscriberId, pageId }: { id: string; pageId: string },
  { resourceIds, language }: Choice,
): Promise<void> {
  const known = await db.statusPageResource.findMany({
    where: { pageId, id: { in: [...resourceIds] } },
    select: { id: true },
  })
  await db.statusPageSubscriber.update({
    where: { id: subscriberId },
    data: { isWholePage: resourceIds.length === 0, language },
  })
  await db.statusPageSubscriberResource.deleteMany({ where: { subscriberId } })
  await db.statusPageSubscriberResource.createMany({
    data: known.map(({ id: resourceId }) => ({ subscriberId, resourceId })),
  })
}
