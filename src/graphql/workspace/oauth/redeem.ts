import { hash } from "node:crypto"
import type { OAuthGrant, OAuthToken } from "../../../../prisma/generated/client.ts"
import { sha256 } from "../../../platform/secret.ts"
import type { Services } from "../../../platform/services.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { OAuthError } from "./oauth-error.ts"
import { newOAuthToken } from "./oauth-token.ts"
import { endGrant } from "./revoke-grant.ts"

type Redeemed = OAuthToken & { grant: OAuthGrant }

/** New tokens of a grant. */
export type Issued = { accessToken: string; refreshToken: string; mayWrite: boolean }

type Needs = Pick<Services, "database" | "bus" | "clock">

const system = { kind: "system", name: "OAuth" } as const
const twice = "A code or refresh token was used a second time."
/** Programs that refresh in parallel, or lost the answer, send a refresh token again within this time. */
const graceMs = 10_000

export type CodeInput = { code: string; clientId: string; redirectUri: string; verifier: string }

/** Exchanges an authorization code for tokens. @throws {OAuthError} invalid_grant */
export const redeemCode = (
  services: Needs,
  { code, clientId, redirectUri, verifier }: CodeInput,
): Promise<Issued> =>
  redeem(services, code, "code", (row) => {
    if (row.grant.clientId !== clientId) return "The code was issued to another client."
    if (row.redirectUri !== redirectUri) return "redirect_uri is not the one of the request."
    return row.challenge === hash("sha256", verifier, "base64url")
      ? null
      : "code_verifier does not match code_challenge."
  })

/** Exchanges a refresh token, which is used up seconds later, for new tokens. @throws {OAuthError} invalid_grant */
export const redeemRefreshToken = (
  services: Needs,
  { refreshToken, clientId }: { refreshToken: string; clientId: string },
): Promise<Issued> =>
  redeem(services, refreshToken, "refresh", ({ grant }) =>
    grant.clientId === clientId ? null : "The refresh token was issued to another client.",
  )

/** One that is presented again after the grace may be stolen, so its grant ends (OAuth 2.1, 4.3.1). */
async function redeem(
  services: Needs,
  token: string,
  kind: "code" | "refresh",
  faultOf: (row: Redeemed) => string | null,
): Promise<Issued> {
  const now = services.clock.now()
  const result = await transact(services, async (tx): Promise<Issued | string> => {
    const found = await claim(tx, sha256(token), kind, now)
    if (typeof found === "string") return found
    const { grant } = found
    if (found.expiresAt <= now) return "It has expired."
    if (grant.revokedAt !== null) return "The grant was revoked."
    const fault = faultOf(found)
    if (fault !== null) return fault
    const { projectId, userId } = grant
    const where = { projectId_userId: { projectId, userId } }
    if ((await tx.db.member.findUnique({ where })) === null) {
      return "The person who granted access is no longer a member of the project."
    }
    return issue(tx, grant, now)
  })
  // Thrown after the commit: what was used remains used.
  if (typeof result === "string") throw new OAuthError("invalid_grant", result)
  return result
}

/** Marks a code or token as used. The grace is counted from the first use, so that repeating extends nothing. */
async function claim(
  tx: Transaction,
  tokenHash: Uint8Array<ArrayBuffer>,
  kind: "code" | "refresh",
  now: Date,
): Promise<Redeemed | string> {
  const where = { hash: tokenHash, kind }
  const { count } = await tx.db.oAuthToken.updateMany({
    where: { ...where, usedAt: null },
    data: { usedAt: now },
  })
  const row = await tx.db.oAuthToken.findFirst({ where, include: { grant: true } })
  if (row === null) return "It is unknown, expired or revoked."
  if (count === 1) return row
  const isInGrace = now.getTime() - Number(row.usedAt) <= graceMs
  if (kind === "refresh" && isInGrace) return row
  await endGrant(tx, system, { id: row.grantId }, now, twice)
  return `${twice} The grant was revoked; ask the person again.`
}

async function issue(tx: Transaction, { id, mayWrite }: OAuthGrant, now: Date): Promise<Issued> {
  const access = newOAuthToken("access", id, now)
  const refresh = newOAuthToken("refresh", id, now)
  await tx.db.oAuthToken.deleteMany({ where: { grantId: id, expiresAt: { lt: now } } })
  await tx.db.oAuthToken.createMany({ data: [access.row, refresh.row] })
  return { accessToken: access.token, refreshToken: refresh.token, mayWrite }
}

/** Ends the grant of a token that its client gives back (RFC 7009); unknown tokens are already of no use. */
export async function giveBack(services: Needs, token: string, clientId: string): Promise<void> {
  await transact(services, async (tx) => {
    const row = await tx.db.oAuthToken.findUnique({
      where: { hash: sha256(token) },
      include: { grant: true },
    })
    if (row?.grant.clientId !== clientId) return
    await endGrant(tx, system, { id: row.grantId }, services.clock.now(), "Its client ended it.")
  })
}
