import { randomInt, timingSafeEqual } from "node:crypto"
import type { Channel } from "../../../../prisma/generated/client.ts"
import { sha256, type Vault } from "../../../platform/secret.ts"
import { DomainError } from "../../kernel/errors.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { cancelUnsent } from "./cancel-unsent.ts"
import { enqueueChannelNotice } from "./enqueue-channel-notice.ts"

/** Six digits, one code a minute and five attempts per code make guessing impractical. */
export const maxAttempts = 5
const lastsMs = 15 * 60_000
const pauseMs = 60_000

/**
 * Create and enqueue a new verification code, which invalidates earlier ones. The caller holds the channel's lock.
 *
 * @throws {DomainError} rate_limited within a minute of the last code.
 */
export async function issueCode(
  tx: Transaction,
  vault: Vault,
  channel: Channel,
  at: Date,
): Promise<Channel> {
  const { id, codeExpiresAt } = channel
  const sinceMs =
    codeExpiresAt === null ? pauseMs : at.getTime() + lastsMs - codeExpiresAt.getTime()
  if (sinceMs < pauseMs) {
    const seconds = Math.ceil((pauseMs - sinceMs) / 1000)
    throw new DomainError(
      "rate_limited",
      `A code was sent a moment ago; ask for another in ${seconds} s.`,
    )
  }
  await cancelUnsent(tx, id, { code: "newer_code", parameters: {} }, "channel.code")
  await enqueueChannelNotice(tx, channel, "channel.code", at)
  return tx.db.channel.update({
    where: { id },
    data: {
      sealedCode: vault.seal(String(randomInt(1_000_000)).padStart(6, "0")),
      codeExpiresAt: new Date(at.getTime() + lastsMs),
      codeTries: 0,
    },
  })
}

/** Constant-time comparison. */
export const isSameCode = (given: string, code: string): boolean =>
  timingSafeEqual(sha256(given), sha256(code))
