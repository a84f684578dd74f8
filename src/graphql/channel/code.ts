import { randomInt, timingSafeEqual } from "node:crypto"
import type { Channel } from "../../../prisma/generated/client.ts"
import type { Vault } from "../../secret.ts"
import { sha256 } from "../../secret.ts"
import { DomainError } from "../errors.ts"
import type { Transaction } from "../transaction.ts"
import { cancelUnsent } from "./cancel-unsent.ts"
import { oweChannel } from "./owe.ts"

/** With six digits and one code a minute, five tries a code leave a guesser next to nothing. */
export const mostTries = 5
const lastsMs = 15 * 60_000
const pauseMs = 60_000

/**
 * Makes a new code for a channel whose row the caller holds, and owes it to the channel; codes of before open
 * nothing any more.
 *
 * @throws {DomainError} rate_limited within a minute of the last.
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
  await cancelUnsent(tx, id, "A newer code took its place.", "channel.code")
  await oweChannel(tx, channel, "channel.code", at)
  return tx.db.channel.update({
    where: { id },
    data: {
      sealedCode: vault.seal(String(randomInt(1_000_000)).padStart(6, "0")),
      codeExpiresAt: new Date(at.getTime() + lastsMs),
      codeTries: 0,
    },
  })
}

/** In the same time whatever was given. */
export const isSameCode = (given: string, code: string): boolean =>
  timingSafeEqual(sha256(given), sha256(code))
