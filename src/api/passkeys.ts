import { getAuthenticatorName, passkey } from "@better-auth/passkey"
import { APIError } from "better-auth/api"
import { z } from "zod"
import { text } from "../platform/text-schema.ts"
import type { Services } from "../platform/services.ts"
import type { HeldPasskeys } from "./factors/held-passkeys.ts"
import { refusePasskey } from "./sso/require-sso.ts"

const most = 20

/**
 * Sign-in with a passkey, which replaces both the password and the one-time code: it must verify its user, by a
 * fingerprint, face or PIN. It belongs to the host name of BASE_URL.
 */
export function passkeys({ env, clock, database }: Services, held: HeldPasskeys) {
  const { hostname, origin } = new URL(env.BASE_URL)
  const plugin = passkey({
    rpName: "Watchkeeper",
    rpID: hostname,
    origin,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    registration: {
      async afterVerification({ user, verification: { registrationInfo } }) {
        checkUserVerified(registrationInfo?.userVerified)
        const count = await database.prisma.passkey.count({ where: { userId: user.id } })
        if (count >= most) {
          const message = `An account has at most ${most} passkeys. Remove one that you no longer use.`
          throw new APIError("BAD_REQUEST", { code: "TOO_MANY_PASSKEYS", message })
        }
        const name = getAuthenticatorName(registrationInfo?.aaguid) ?? `Passkey ${count + 1}`
        return { name }
      },
    },
    authentication: {
      async afterVerification({ ctx, clientData, verification: { authenticationInfo } }) {
        checkUserVerified(authenticationInfo.userVerified)
        const owner = await database.prisma.user.findFirst({
          where: { passkeys: { some: { credentialID: clientData.id } } },
          select: { email: true },
        })
        if (owner !== null) refusePasskey(env, owner.email)
        await held.release(ctx, clientData.id)
        await database.prisma.passkey.update({
          where: { credentialID: clientData.id },
          data: { lastUsedAt: clock.now() },
        })
      },
    },
  })
  const { fields, ...model } = plugin.schema.passkey
  const lastUsedAt = { type: "date", required: false, input: false } as const
  return { ...plugin, schema: { passkey: { ...model, fields: { ...fields, lastUsedAt } } } }
}

/** The plugin only prefers that the user is verified. */
function checkUserVerified(isVerified: boolean | undefined): void {
  if (isVerified === true) return
  throw new APIError("UNAUTHORIZED", {
    code: "USER_NOT_VERIFIED",
    message: "The passkey must verify you by fingerprint, face or PIN. Set that up on your device.",
  })
}

const response = z.looseObject({ id: text(2000), rawId: text(2000), type: z.string() })
const bodies: Partial<Record<string, z.ZodType>> = {
  "/passkey/update-passkey": z.object({ id: z.uuid(), name: text(100).trim().min(1) }),
  "/passkey/delete-passkey": z.object({ id: z.uuid() }),
  "/passkey/verify-registration": z.object({ response, name: text(100).optional() }),
  "/passkey/verify-authentication": z.object({ response }),
}

/** @throws {APIError} 400 for what the plugin would pass to the database unchecked. */
export function checkPasskeyBody(path: string, body: unknown): void {
  const error = bodies[path]?.safeParse(body).error
  if (error === undefined) return
  const [field = "body"] = error.issues[0]?.path ?? []
  const message =
    field === "name"
      ? "The name must be text of 1 to 100 characters."
      : `${String(field)} is missing or not valid.`
  throw new APIError("BAD_REQUEST", { code: "INVALID_PASSKEY", message })
}
