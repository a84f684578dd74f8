import { z } from "zod"
import type { Passkey, TwoFactor } from "../../../../prisma/generated/client.ts"
import type { Prisma } from "../../../platform/postgres.ts"

type Db = Pick<Prisma.TransactionClient, "user" | "passkey" | "twoFactor">

/** What proves a person besides their password. */
export type Factors = { passkeys: Passkey[]; codes: TwoFactor | null }

export async function readFactors({ user }: Pick<Db, "user">, userId: string): Promise<Factors> {
  const found = await user.findUnique({
    where: { id: userId },
    select: { twoFactorEnabled: true, passkeys: true, twoFactors: { where: { verified: true } } },
  })
  if (found === null) return { passkeys: [], codes: null }
  const { twoFactorEnabled, passkeys, twoFactors } = found
  return { passkeys, codes: twoFactorEnabled ? (twoFactors[0] ?? null) : null }
}

export const hasFactor = ({ passkeys, codes }: Factors): boolean =>
  passkeys.length > 0 || codes !== null

const date = z.coerce.date()
const passkey = z.object({
  id: z.string(),
  userId: z.string(),
  name: z.string().nullable(),
  credentialID: z.string(),
  publicKey: z.string(),
  counter: z.number(),
  deviceType: z.string(),
  backedUp: z.boolean(),
  transports: z.string().nullable(),
  aaguid: z.string().nullable(),
  createdAt: date,
  lastUsedAt: date.nullable(),
  isProved: z.boolean().default(false),
  isHeld: z.boolean().default(false),
}) satisfies z.ZodType<Passkey>
const codes = z.object({
  id: z.string(),
  userId: z.string(),
  secret: z.string(),
  backupCodes: z.string(),
  verified: z.boolean(),
  failedVerificationCount: z.number(),
  lockedUntil: date.nullable(),
}) satisfies z.ZodType<TwoFactor>

/** A change of factors: what it added, by ids, and what it removed or replaced, as it was. */
export const factorChange = z.object({
  addedPasskeys: z.array(z.string()),
  removedPasskeys: z.array(passkey),
  /** One-time codes before and after; null if they stayed. */
  codes: z.object({ before: codes.nullable(), after: codes.nullable() }).nullable(),
})
export type FactorChange = z.output<typeof factorChange>

const without = (all: Passkey[], others: Passkey[]) =>
  all.filter(({ id }) => others.every((other) => other.id !== id))

/** Null if both are the same. */
export function changeOfFactors(before: Factors, after: Factors): FactorChange | null {
  const added = without(after.passkeys, before.passkeys)
  const removedPasskeys = without(before.passkeys, after.passkeys)
  const isSame =
    before.codes?.secret === after.codes?.secret &&
    before.codes?.backupCodes === after.codes?.backupCodes
  if (isSame && added.length + removedPasskeys.length === 0) return null
  return {
    addedPasskeys: added.map(({ id }) => id),
    removedPasskeys,
    codes: isSame ? null : { before: before.codes, after: after.codes },
  }
}

/**
 * Takes a change back. What was changed again since then stays as it is, so that an old link undoes nothing but its
 * own change.
 */
export async function undoFactorChange(
  db: Db,
  userId: string,
  { addedPasskeys, removedPasskeys, codes }: FactorChange,
): Promise<void> {
  await db.passkey.deleteMany({ where: { userId, id: { in: addedPasskeys } } })
  await db.passkey.createMany({ data: removedPasskeys, skipDuplicates: true })
  if (codes === null) return
  const { codes: now } = await readFactors(db, userId)
  if (now?.secret !== codes.after?.secret) return
  await db.twoFactor.deleteMany({ where: { userId } })
  if (codes.before !== null) await db.twoFactor.create({ data: codes.before })
  const data = { twoFactorEnabled: codes.before !== null }
  await db.user.update({ where: { id: userId }, data })
}
