import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import type { Services } from "../../../platform/services.ts"
import { clientName } from "./client-name.ts"
import { OAuthError } from "./oauth-error.ts"
import { redirectFault } from "./rules/redirect-uri.ts"

const metadata = z.object({
  redirect_uris: z.array(z.string()).min(1).max(20),
  client_name: z.string().max(1000).optional(),
})

const idleMs = 24 * 60 * 60 * 1000

/**
 * Registers a program (RFC 7591), and forgets those that nobody granted anything within a day.
 *
 * @throws {OAuthError} invalid_redirect_uri or invalid_client_metadata
 */
export async function registerClient(
  { database: { prisma, pool }, clock }: Pick<Services, "database" | "clock">,
  given: unknown,
) {
  const read = metadata.safeParse(given)
  if (!read.success) {
    throw new OAuthError(
      "invalid_client_metadata",
      "Send JSON with redirect_uris, a list of 1 to 20 URLs, and client_name.",
    )
  }
  const { redirect_uris: redirectUris, client_name = "" } = read.data
  for (const one of redirectUris) {
    const fault = redirectFault(one)
    if (fault !== null) throw new OAuthError("invalid_redirect_uri", `A redirect URI ${fault}.`)
  }
  const [first = ""] = redirectUris
  const name = clientName(client_name) ?? (new URL(first).host || "Unnamed program")
  const now = clock.now()
  await pool.query(
    `delete from oauth_client c where c.created_at < $1
      and not exists (select from oauth_grant g where g.client_id = c.id::text)`,
    [new Date(now.getTime() - idleMs)],
  )
  return prisma.oAuthClient.create({ data: { id: newId(), name, redirectUris, createdAt: now } })
}
