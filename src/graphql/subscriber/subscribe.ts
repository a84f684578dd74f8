import { z } from "zod"
import { newId } from "../../id.ts"
import type { Services } from "../../services.ts"
import { invalid } from "../errors.ts"
import { id, parse } from "../input.ts"
import { language } from "../status-page/language.ts"
import type { Transaction } from "../transaction.ts"
import { transact } from "../transaction.ts"
import { kinds, kindsOf, readAddress } from "./address.ts"
import { oweSubscribers } from "./owe.ts"

const input = z.object({
  pageId: id,
  kind: z.enum(kinds, { error: `must be one of ${kinds.join(", ")}` }),
  address: z.string(),
  /** Components of the page; none for the whole page. */
  resourceIds: z.array(id).max(1000).default([]),
  /** What they are written to in; absent for what the page speaks. */
  language: language.optional(),
})

/** An address is asked to confirm once in this time at most, however often somebody enters it. */
const askedEveryMs = 3_600_000
const mostSubscribers = 100_000

/**
 * Takes down a wish to be told what a public page tells, and asks at the address itself whether it is meant. It
 * does the same for an address that subscribes already: nobody learns here who does.
 *
 * @throws {DomainError} validation_failed at `#/address` for one that cannot be written to.
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
    // Whoever asked at the same moment has asked for the same.
    if (subscriber === undefined) return
    // What somebody confirmed is changed by their own link alone.
    if (subscriber.confirmedAt === null) await choose(tx, subscriber, { resourceIds, language })
    if (known !== null && !(await isDue(tx, known.id, now))) return
    await oweSubscribers(tx, [subscriber], {
      projectId: page.projectId,
      event: "subscriber.asked",
      subjectId: pageId,
      cause: `asked:${now.getTime()}`,
      payload: { language },
      priority: 0,
    })
  })
}

/** Of many who enter an address at the same moment one has it asked. */
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

/** Writes which components a subscriber is told of, of the whole page where none is named, and in what language. */
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
