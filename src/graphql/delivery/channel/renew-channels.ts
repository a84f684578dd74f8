import { readLast } from "../../../findings/finding.ts"
import { say } from "../../../findings/say.ts"
import { timingSafeEqual } from "node:crypto"
import type { Services } from "../../../platform/services.ts"
import { sha256 } from "../../../platform/secret.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { hashAddress, openConfig, readSettings } from "./channel-config.ts"
import { goneWhy } from "./disable-gone.ts"
import { goneBrowser, webPush, type WebPushConfig } from "../../../channels/web-push/web-push.ts"

type Sealing = Pick<Services, "env" | "vault">

/** The replacement of a browser's push subscription. */
export type Renewal = {
  /** Address hash of the old subscription. */
  addressHash: Uint8Array<ArrayBuffer>
  /** Stored form of the new subscription. */
  address: ReturnType<typeof readSettings>
  /** Whether a stored subscription is the old one; compares the secret as well as the address. */
  isSame(config: WebPushConfig): boolean
}

/**
 * Null if `before` is not a subscription or equals `after`.
 *
 * @throws {DomainError} validation_failed if the new subscription is unusable.
 */
export function readRenewal(
  services: Sealing,
  { before, after }: { before: unknown; after: unknown },
): Renewal | null {
  const known = webPush.config.safeParse(before)
  const address = readSettings("web_push", after, services)
  if (!known.success) return null
  const addressHash = hashAddress("web_push", webPush.addressOf(known.data))
  if (Buffer.compare(addressHash, address.addressHash) === 0) return null
  return {
    addressHash,
    address,
    isSame: ({ keys }) => timingSafeEqual(sha256(keys.auth), sha256(known.data.keys.auth)),
  }
}

/** Move channels from the old subscription to the new one and keep their verification. @returns how many moved. */
export async function renewChannels(
  tx: Transaction,
  { vault }: Sealing,
  { addressHash, address, isSame }: Renewal,
): Promise<number> {
  const channels = await tx.db.channel.findMany({ where: { kind: "web_push", addressHash } })
  let moved = 0
  for (const channel of channels) {
    const { id, userId } = channel
    if (!isSame(webPush.config.parse(openConfig(vault, channel)))) continue
    const there = { userId, addressHash: address.addressHash }
    if ((await tx.db.channel.findFirst({ where: there })) !== null) continue
    const wasGone = !channel.enabled && say(readLast(channel)) === say([goneBrowser])
    const again = wasGone ? { enabled: true, lastError: null } : {}
    await tx.db.channel.update({ where: { id }, data: { ...address, ...again } })
    if (wasGone) await enqueueAgain(tx, id)
    moved += 1
  }
  return moved
}

/** Queue the last hour's failed pages again; the worker cancels those no longer needed. */
async function enqueueAgain(tx: Transaction, channelId: string): Promise<void> {
  await tx.db.$executeRaw`
    update delivery set state = 'pending', due_at = date_trunc('milliseconds', now()), tries = 0, settled_at = null
     where channel_id = ${channelId}::uuid and queue = 'page' and event = 'alert.created'
       and created_at > now() - interval '1 hour'
       and (state = 'dead' or (state = 'cancelled'
            and (last_findings->0->>'code' = ${goneWhy.code} or last_error = ${say([goneWhy])})))`
  tx.publish("delivery.due", { projectId: null })
}
