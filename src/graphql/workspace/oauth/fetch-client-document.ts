import type { Finding } from "../../../findings/finding.ts"
import { say } from "../../../findings/say.ts"
import { z } from "zod"
import { createGuard } from "../../../platform/guard.ts"
import { guardedRequest, unsealed } from "../../../platform/guarded-request.ts"
import { locate } from "../../../platform/locate-host.ts"
import { readWhole } from "../../../platform/read-whole.ts"
import type { Services } from "../../../platform/services.ts"
import { invalid } from "../../kernel/errors.ts"
import { clientName } from "./client-name.ts"
import type { OAuthProgram } from "./find-client.ts"
import { redirectFault } from "./rules/redirect-uri.ts"

const mostBytes = 64 * 1024
const totalMs = 5000

const document = z.object({
  client_id: z.string(),
  client_name: z.string().max(1000).optional(),
  redirect_uris: z.array(z.string()).min(1).max(20),
  token_endpoint_auth_method: z.literal("none").optional(),
})

const fault = (message: string) => invalid("#/clientId", `has no metadata document: ${message}`)

const found = (finding: Finding) => fault(say([finding]))

/**
 * Reads a client's metadata document from the URL that is its id (OAuth Client ID Metadata Document). The guard
 * decides what may be connected to, and redirects are not followed.
 *
 * @throws {DomainError} validation_failed with what is wrong about the document.
 */
export async function fetchClientDocument(
  { env }: Pick<Services, "env">,
  clientId: string,
): Promise<OAuthProgram> {
  const url = new URL(clientId)
  const hasUser = url.username !== "" || url.password !== ""
  if (url.href !== clientId || url.pathname === "/" || url.hash !== "" || hasUser) {
    throw fault("its URL must have a path and be written in full, without a fragment.")
  }
  const guard = createGuard(env.REACHABLE_RANGES)
  const signal = AbortSignal.timeout(totalMs)
  const located = await locate(url.hostname, { guard, servers: env.RESOLVERS, signal })
  if (located.fault !== null) throw found(located.fault.finding)
  const { addresses } = located
  const headers = { accept: "application/json", "user-agent": "Watchkeeper" }
  const asked = { method: "GET", headers, addresses, guard, settings: env, signal } as const
  const request = guardedRequest(url, asked)
  if (request === null) throw found(unsealed)
  const limits = { what: "metadata_document", mostBytes, totalMs, signal, fault: found } as const
  const { status, text } = await readWhole(request, limits)
  if (status !== 200) throw fault(`the URL returned status ${status}.`)
  const read = document.safeParse(jsonOf(text))
  if (!read.success) {
    throw fault("it must be JSON with client_id and redirect_uris, for a client without a secret.")
  }
  const { client_id, client_name = "", redirect_uris: redirectUris } = read.data
  if (client_id !== clientId) throw fault("its client_id is not its URL.")
  if (redirectUris.some((one) => redirectFault(one) !== null)) {
    throw fault("one of its redirect_uris is not allowed.")
  }
  return { id: clientId, name: clientName(client_name) ?? url.host, redirectUris, host: url.host }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The schema refuses it, with the same words as other wrong documents.
    return null
  }
}
