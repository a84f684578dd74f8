import { APIError, isAPIError, type createAuthMiddleware } from "better-auth/api"
import { sha256 } from "../../platform/secret.ts"
import type { Services } from "../../platform/services.ts"

type Hook = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]
type Db = Services["database"]["prisma"]

const cookieSeconds = 600

/** Set where the password of an account with held passkeys was right, so that one of them may follow. */
const passwordCookie = ({ context }: Pick<Hook, "context">) =>
  context.createAuthCookie("password", { maxAge: cookieSeconds })

/**
 * A passkey from before its owner's address was proved may be somebody else's, who made the account with that address.
 * After a reset of the password it is held: it signs in only together with the new password, and the password only
 * together with a passkey. So neither that person gets in, nor one who only reads the mailbox. One sign-in with both
 * proves that passkey.
 */
export type HeldPasskeys = ReturnType<typeof heldPasskeys>

export const heldPasskeys = (services: Pick<Services, "database">) => {
  const { prisma } = services.database

  return {
    /** Called when a password was reset. */
    async hold(userId: string): Promise<void> {
      const where = { userId, isProved: false }
      await prisma.passkey.updateMany({ where, data: { isHeld: true } })
    },

    /** @throws {APIError} 403 where a password was right, and needs a passkey beside it. */
    async requirePasskey(userId: string, path = ""): Promise<void> {
      if (path === "/sign-in/email" && (await isPasswordHeld(prisma, userId)))
        throw passkeyRequired()
    },

    /** Remembers in the browser that the password was right. */
    async notePassword(hook: Hook, email: string): Promise<void> {
      const user = await prisma.user.findUnique({ where: { email } })
      if (user === null) return
      if ((await prisma.passkey.count({ where: { userId: user.id, isHeld: true } })) === 0) return
      const { name, attributes } = passwordCookie(hook)
      const mark = await passwordMark(prisma, user.id)
      await hook.setSignedCookie(name, mark, hook.context.secret, attributes)
    },

    /** @throws {APIError} 403 for a held passkey without the password. */
    async release(hook: Pick<Hook, "context" | "getSignedCookie">, credentialID: string) {
      const passkey = await prisma.passkey.findUniqueOrThrow({ where: { credentialID } })
      if (!passkey.isHeld) return
      const mark = await hook.getSignedCookie(passwordCookie(hook).name, hook.context.secret)
      if (mark !== (await passwordMark(prisma, passkey.userId))) throw passwordRequired()
      const where = { id: passkey.id }
      await prisma.passkey.update({ where, data: { isHeld: false, isProved: true } })
    },
  }
}

/** Whether a response says that the password was right. */
export const isPasswordRight = (returned: unknown): boolean =>
  !isAPIError(returned) || returned.body?.code === passkeyRequired().body?.code

/** One-time codes beside the password keep out who only reads the mailbox. */
async function isPasswordHeld({ user }: Pick<Db, "user">, userId: string): Promise<boolean> {
  const found = await user.findUnique({
    where: { id: userId },
    select: { twoFactorEnabled: true, passkeys: { select: { isHeld: true } } },
  })
  if (found === null || found.twoFactorEnabled || found.passkeys.length === 0) return false
  return found.passkeys.every(({ isHeld }) => isHeld)
}

/** Changes with the password. */
async function passwordMark({ account }: Pick<Db, "account">, userId: string): Promise<string> {
  const found = await account.findFirst({ where: { userId, providerId: "credential" } })
  return Buffer.from(sha256(`${userId} ${found?.password}`)).toString("base64url")
}

const operator =
  "If you have no such passkey, ask the operator of this installation, who can remove it with `account reset-factors`."

const passkeyRequired = () =>
  new APIError("FORBIDDEN", {
    code: "PASSKEY_REQUIRED",
    message:
      "The password is right. This account has passkeys from before its address was proved, so sign in with one of " +
      `them as well, within 10 minutes: once, to show that it is yours. ${operator}`,
  })

const passwordRequired = () =>
  new APIError("FORBIDDEN", {
    code: "PASSWORD_REQUIRED",
    message:
      "This passkey is from before the address of its account was proved. Enter e-mail and password first, then use it " +
      "again: once, to show that the account is yours.",
  })
