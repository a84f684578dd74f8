import type { User } from "../../../prisma/generated/client.ts"
import { newId } from "../../id.ts"
import type { Prisma } from "../../postgres.ts"
import type { Vault } from "../../secret.ts"
import { hashAddress } from "./config.ts"
import { email } from "./kinds/email.ts"
import type { Owner } from "./owner.ts"

/** The address of a person's account and the channel that writes to it are proven together. */

type Db = Pick<Prisma.TransactionClient, "channel" | "user">

/** True for the address of the owner's own account, once that is confirmed. */
export async function isProven(
  { db }: { db: Db },
  { userId }: Owner,
  addressHash: Uint8Array,
): Promise<boolean> {
  if (userId === null) return false
  const user = await db.user.findUnique({ where: { id: userId } })
  return user !== null && user.emailVerified && isAddressOf(user, addressHash)
}

/** A person without any channel gets one to the address of the account. */
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

/** Whoever proved the channel has proven the account's address. */
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

/** Whoever confirmed the account's address has proven the channel. */
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
