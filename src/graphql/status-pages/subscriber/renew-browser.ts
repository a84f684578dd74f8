import type { Services } from "../../../platform/services.ts"
import { readRenewal, renewChannels, type Renewal } from "../../delivery/channel/renew-channels.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { pushAddress, readAddress } from "./subscriber-address.ts"

type Needs = Pick<Services, "database" | "bus" | "env" | "vault">

/**
 * Replaces a browser's old push subscription by its new one in all channels and subscribers. Knowing the old one's
 * secret proves that it is the same browser, so no sign-in is needed.
 * @returns the number of channels and subscribers updated.
 * @throws {DomainError} validation_failed if the new one cannot be sent to.
 */
export async function renewBrowser(
  services: Needs,
  { before, after }: { before: unknown; after: unknown },
): Promise<number> {
  const renewal = readRenewal(services, { before, after })
  if (renewal === null) return 0
  return transact(services, async (tx) => {
    const channels = await renewChannels(tx, services, renewal)
    return channels + (await renewSubscribers(tx, services, renewal, after))
  })
}

async function renewSubscribers(
  { db }: Transaction,
  { env, vault }: Needs,
  { addressHash, isSame }: Renewal,
  after: unknown,
): Promise<number> {
  let moved = 0
  for (const subscriber of await db.statusPageSubscriber.findMany({ where: { addressHash } })) {
    const { id, pageId, sealedAddress } = subscriber
    if (!isSame(pushAddress.parse(vault.open(sealedAddress)))) continue
    const stored = readAddress("web_push", JSON.stringify(after), { env, vault })
    const there = { pageId, addressHash: stored.addressHash }
    if ((await db.statusPageSubscriber.findFirst({ where: there })) !== null) continue
    await db.statusPageSubscriber.update({ where: { id }, data: stored })
    moved += 1
  }
  return moved
}
