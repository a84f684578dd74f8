import { sso, type SSOUserResolution, type SSOUserResolutionInput } from "@better-auth/sso"
import { z } from "zod"
import { contextFor } from "../../graphql/kernel/context.ts"
import { applyGroups } from "../../graphql/workspace/member/apply-groups.ts"
import type { Transaction } from "../../graphql/kernel/transaction.ts"
import type { Services } from "../../platform/services.ts"
import { isDenied, readAddress } from "../rules/provider-claims.ts"
import { applyDirectory } from "./apply-directory.ts"
import type { SsoAttempts } from "./sso-attempts.ts"
import { isVouchedFor } from "./require-sso.ts"
import { providerId, readSsoProvider } from "./sso-provider.ts"
import { isUnlinked, takeOver } from "./take-over.ts"

const groupNames = z.union([z.array(z.string()), z.string().transform((one) => [one])]).catch([])

/**
 * Sign-in through the installation's identity provider, by OpenID Connect or SAML. It vouches for the addresses of
 * SSO_DOMAINS alone: who has an account with such an address is signed in to it, and everyone else gets one.
 */
export function singleSignOn(
  services: Services,
  attempts: SsoAttempts,
  transaction: () => Transaction,
) {
  return sso({
    defaultSSO: [readSsoProvider(services.env)],
    providersLimit: 0,
    resolveUser(input) {
      const sid = input.protocol === "oidc" ? input.verifiedIdTokenClaims["sid"] : null
      const email = readAddress(input.providerUser.email)
      attempts.note({ email, sessionId: typeof sid === "string" ? sid : null })
      return resolve(services, input, email, transaction())
    },
    provisionUserOnEveryLogin: true,
    async provisionUser({ user, userInfo }) {
      const ctx = contextFor(services, { kind: "system", name: services.env.SSO_NAME })
      // The groups of a provisioned person are those that the directory pushed.
      if (await applyDirectory(ctx, user)) return
      await applyGroups(ctx, user, groupNames.parse(userInfo["groups"]))
    },
    saml: {
      requireTimestamps: true,
      allowIdpInitiated: false,
      algorithms: { onDeprecated: "reject" },
    },
  })
}

async function resolve(
  services: Services,
  input: SSOUserResolutionInput,
  email: string | null,
  tx: Transaction,
): Promise<SSOUserResolution> {
  const { env } = services
  if (email === null) {
    return {
      action: "reject",
      code: "SSO_EMAIL_INVALID",
      message: `${env.SSO_NAME} sent an address that is not a valid e-mail address.`,
    }
  }
  if (!isVouchedFor(env, email)) {
    const domains = new Intl.ListFormat("en", { type: "disjunction" }).format(env.SSO_DOMAINS)
    return {
      action: "reject",
      code: "SSO_DOMAIN",
      message: `${env.SSO_NAME} signed you in as ${email}, but only addresses at ${domains} are accepted.`,
    }
  }
  if (input.protocol === "oidc" && isUnverified(input)) {
    return {
      action: "reject",
      code: "SSO_EMAIL_UNVERIFIED",
      message: `Your e-mail address ${email} is not verified at ${env.SSO_NAME}. Verify it there, then sign in again.`,
    }
  }
  const { accountId } = input.accountKey
  const bound = await tx.db.account.findFirst({ where: { providerId, accountId } })
  if (bound !== null) return { action: "continue" }
  const owner = await tx.db.user.findUnique({ where: { email } })
  if (owner === null) return { action: "continue" }
  const { id: userId } = owner
  if (await isUnlinked(tx, userId)) await takeOver(services, tx, owner)
  // Addresses are given to other people; subjects are not.
  else if ((await tx.db.account.count({ where: { userId, providerId } })) > 0) {
    return {
      action: "reject",
      code: "SSO_SUBJECT_CHANGED",
      message: `Another user of ${env.SSO_NAME} has the account with ${email}.`,
    }
  }
  return { action: "link", userId, profile: "preserve" }
}

const isUnverified = ({
  providerClaims,
  verifiedIdTokenClaims,
}: Extract<SSOUserResolutionInput, { protocol: "oidc" }>) =>
  [providerClaims, verifiedIdTokenClaims].some(({ email_verified: said }) => isDenied(said))
