import type { User } from "../../../../prisma/generated/client.ts"
import { newId } from "../../../platform/id.ts"
import type { Prisma } from "../../../platform/postgres.ts"
import type { Vault } from "../../../platform/secret.ts"
import { hashAddress } from "./channel-config.ts"
import { email } from "../../../channels/mail/email.ts"
import type { Owner } from "./channel-owner.ts"

type Db = Pick<Prisma.TransactionClient, "channel" | "user">

/** Whether the address is the owner's confirmed account address. */
export async function isProven(
  { db }: { db: Db },
  { userId }: Owner,
  addressHash: Uint8Array,
): Promise<boolean> {
  if (userId === null) return false
  const user = await db.user.findUnique({ where: { id: userId } })
  return user !== null && user.emailVerified && isAddressOf(user, addressHash)
}

/** Create an e-mail channel for the account address if the person has no channel. */
export async function giveFirstChannel(
  db: Db,
  vault: Vault,
  { id: userId, email: address, emailVerified }: Pick<User, "id" | "email" | "emailVerified">,
): Promise<void> {
  if ((await db.channel.findFirst({ where: { userId }, select: { id: true } })) !== null) return
  await db.channel.createMany({
    data: [
      {
        id: newId(),
        userId,
        kind: "email",
        name: "E-mail",
        hint: email.hintOf({ address }),
        sealedConfig: vault.seal(JSON.stringify({ address })),
        addressHash: hashAddress("email", address),
        verifiedAt: emailVerified ? new Date() : null,
      },
    ],
    skipDuplicates: true,
  })
}

/** Verifying the channel also confirms the account address. */
export async function confirmAccount(
  { db }: { db: Db },
  { userId }: Owner,
  addressHash: Uint8Array,
): Promise<void> {
  if (userId === null) return
  const user = await db.user.findUnique({ where: { id: userId } })
  if (user === null || user.emailVerified || !isAddressOf(user, addressHash)) return
  await db.user.update({ where: { id: userId }, data: { emailVerified: true } })
}

/** Confirming the account address also verifies the channel. */
export async function confirmChannel(
  db: Db,
  { id: userId, email: address }: Pick<User, "id" | "email">,
  at: Date,
): Promise<void> {
  await db.channel.updateMany({
    where: { userId, addressHash: hashAddress("email", address), verifiedAt: null },
    data: { verifiedAt: at, sealedCode: null, codeExpiresAt: null, codeTries: 0 },
  })
}

const isAddressOf = ({ email: address }: Pick<User, "email">, addressHash: Uint8Array) =>
  Buffer.compare(hashAddress("email", address), addressHash) === 0
