import { timingSafeEqual } from "node:crypto"
import type { Services } from "../../services.ts"
import { sha256 } from "../../secret.ts"
import { pushAddress, readAddress } from "../subscriber/address.ts"
import type { Transaction } from "../transaction.ts"
import { transact } from "../transaction.ts"
import { hashAddress, openConfig, readSettings } from "./config.ts"
import { goneBrowser, goneWhy } from "./disable-gone.ts"
import type { WebPushConfig } from "./kinds/web-push.ts"
import { webPush } from "./kinds/web-push.ts"

type Needs = Pick<Services, "database" | "bus" | "env" | "vault">

/**
 * A browser renewed its subscription: all that went to the one before goes to the new one. Whoever knows the secret
 * of the one before is that browser, so nobody has to be signed in, and what was proven stays proven.
 *
 * @returns how many channels and subscribers moved.
 * @throws {DomainError} validation_failed where the new one cannot be written to.
 */
export async function renewBrowser(
  services: Needs,
  { before, after }: { before: unknown; after: unknown },
): Promise<number> {
  const known = webPush.config.safeParse(before)
  const address = readSettings("web_push", after, services)
  if (!known.success) return 0
  const addressHash = hashAddress("web_push", webPush.addressOf(known.data))
  if (Buffer.compare(addressHash, address.addressHash) === 0) return 0
  const isSame = ({ keys }: WebPushConfig) =>
    timingSafeEqual(sha256(keys.auth), sha256(known.data.keys.auth))
  return transact(services, async (tx) => {
    const channels = await tx.db.channel.findMany({ where: { kind: "web_push", addressHash } })
    let moved = 0
    for (const channel of channels) {
      const { id, userId } = channel
      if (!isSame(webPush.config.parse(openConfig(services.vault, channel)))) continue
      const there = { userId, addressHash: address.addressHash }
      if ((await tx.db.channel.findFirst({ where: there })) !== null) continue
      const wasGone = !channel.enabled && channel.lastError === goneBrowser
      const again = wasGone ? { enabled: true, lastError: null } : {}
      await tx.db.channel.update({ where: { id }, data: { ...address, ...again } })
      if (wasGone) await oweAgain(tx, id)
      moved += 1
    }
    const { vault } = services
    for (const one of await tx.db.statusPageSubscriber.findMany({ where: { addressHash } })) {
      const { id, pageId } = one
      if (!isSame(pushAddress.parse(vault.open(one.sealedAddress)))) continue
      const stored = readAddress("web_push", JSON.stringify(after), services)
      const there = { pageId, addressHash: stored.addressHash }
      if ((await tx.db.statusPageSubscriber.findFirst({ where: there })) !== null) continue
      await tx.db.statusPageSubscriber.update({ where: { id }, data: stored })
      moved += 1
    }
    return moved
  })
}

/** The pages of the last hour that the old subscription lost; those that are needless by now are not sent. */
async function oweAgain(tx: Transaction, channelId: string): Promise<void> {
  await tx.db.$executeRaw`
    update delivery set state = 'pending', due_at = date_trunc('milliseconds', now()), tries = 0, settled_at = null
     where channel_id = ${channelId}::uuid and lane = 'page' and event = 'alert.created'
       and created_at > now() - interval '1 hour'
       and (state = 'dead' or (state = 'cancelled' and last_error = ${goneWhy}))`
  tx.publish("delivery.due", { projectId: null })
}
