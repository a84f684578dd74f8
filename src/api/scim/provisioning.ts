import { createRequire } from "node:module"
import type { scim as createScim } from "@better-auth/scim"
import { APIError } from "better-auth/api"
import { contextFor } from "../../graphql/kernel/context.ts"
import type { Transaction } from "../../graphql/kernel/transaction.ts"
import type { Env } from "../../platform/env.ts"
import type { Services } from "../../platform/services.ts"
import { createRefusalRecord } from "../sso/record-refusal.ts"
import { isVouchedFor } from "../sso/require-sso.ts"
import type { SsoAttempts } from "../sso/sso-attempts.ts"
import { providerId } from "../sso/sso-provider.ts"
import { takeOver } from "../sso/take-over.ts"
import { applyDirectory } from "../sso/apply-directory.ts"
import { commandName } from "../../platform/command-name.ts"

/**
 * SCIM 2.0 (RFC 7643, RFC 7644): the directory of the identity provider creates people, puts them into groups, and
 * ends their access. Null without SCIM_TOKENS.
 *
 * @param transaction the open one, which everything here takes part in.
 */
export function provisioning(
  services: Services,
  attempts: SsoAttempts,
  transaction: () => Transaction,
) {
  const { env } = services
  const { prisma } = services.database
  const recordRefusal = createRefusalRecord(services)
  if (env.SCIM_TOKENS.length === 0) return null
  // Loaded only where it is used.
  const { scim } = createRequire(import.meta.url)("./scim-plugin.ts") as {
    scim: typeof createScim
  }
  const plugin = scim({
    connections: [
      {
        id: "directory",
        credentials: env.SCIM_TOKENS.map((token, at) => ({
          type: "bearer",
          id: `token ${at + 1}`,
          token,
        })),
      },
    ],
    identity: {
      async resolveUser({ resource: { primaryEmail, externalId } }) {
        requireVouched(env, primaryEmail)
        const email = primaryEmail.toLowerCase()
        const owner = await prisma.user.findUnique({
          where: { email },
          include: { accounts: { where: { providerId } }, scimSubject: true, scimTombstones: true },
        })
        if (owner === null) return { action: "create" }
        const { id: userId, accounts, scimSubject, scimTombstones } = owner
        if (scimTombstones.some((one) => one.externalId !== externalId)) {
          const action = "account.provisioning_refused"
          await recordRefusal({ email, action, changes: { externalId: externalId ?? null } })
          throw otherPerson(email)
        }
        const isFirst = accounts.length === 0 && scimSubject === null
        attempts.note({ takesOver: isFirst ? userId : null })
        return { action: "link", userId, profile: "preserve" }
      },
    },
    projection: {
      async reconcileUser({ userId }) {
        const tx = transaction()
        const person = await tx.db.user.findUniqueOrThrow({ where: { id: userId } })
        if (attempts.current().takesOver === userId) {
          await takeOver(services, tx, person)
          attempts.note({ takesOver: null })
        }
        const ctx = contextFor(services, { kind: "system", name: env.SSO_NAME })
        await applyDirectory({ ...ctx, transaction: tx }, person)
      },
    },
    compatibility: { microsoftEntra: { acceptLegacyGroupSchema: true } },
  })
  // Tables of connections that are kept in the database. Typed as undefined, which better-auth's own type is not.
  const {
    scimManagedConnection: _connections,
    scimManagedCredential: _credentials,
    scimManagedConnectionEvent: _events,
    ...schema
  } = plugin.schema
  return { ...plugin, schema }
}

/** Addresses are given to other people; ids of the directory are not. */
const otherPerson = (email: string) =>
  refusal(
    "CONFLICT",
    "uniqueness",
    `The account with ${email} belongs to another user of this directory, who was deleted. If they are the same person, run: ${commandName} account unlink --email ${email}`,
  )

/** @throws {APIError} for an address of a domain that the identity provider does not vouch for. */
export function requireVouched(env: Env, email: string): void {
  if (isVouchedFor(env, email)) return
  const domains = new Intl.ListFormat("en", { type: "disjunction" }).format(env.SSO_DOMAINS)
  const detail = `The primary e-mail address is ${email}, but only addresses at ${domains} are accepted.`
  throw refusal("BAD_REQUEST", "invalidValue", detail)
}

/** @throws {APIError} for text that PostgreSQL does not store. */
export function checkScimText(body: unknown): void {
  if (!/\\u(?:0000|d[89a-f]\w\w)/.test(JSON.stringify(body ?? null))) return
  const detail = "Strings must not contain NUL or unpaired surrogates."
  throw refusal("BAD_REQUEST", "invalidValue", detail)
}

const statuses = { BAD_REQUEST: "400", CONFLICT: "409" } as const

/** An error response: RFC 7644, section 3.12. */
const refusal = (status: keyof typeof statuses, scimType: string, detail: string) =>
  new APIError(status, {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
    status: statuses[status],
    scimType,
    detail,
    message: detail,
  })
