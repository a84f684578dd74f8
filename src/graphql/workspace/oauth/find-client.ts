import { z } from "zod"
import type { Services } from "../../../platform/services.ts"
import { invalid } from "../../kernel/errors.ts"
import { id } from "../../kernel/input.ts"
import { fetchClientDocument } from "./fetch-client-document.ts"

/** A program that asks for access. */
export type OAuthProgram = {
  id: string
  name: string
  redirectUris: string[]
  /** Where its metadata document was read, which proves that name; null for one that registered itself. */
  host: string | null
}

/** @throws {DomainError} validation_failed for one that is unknown, or whose document cannot be read. */
export async function findClient(
  services: Pick<Services, "database" | "env">,
  clientId: string,
): Promise<OAuthProgram> {
  if (z.url({ protocol: /^https?$/ }).safeParse(clientId).success) {
    return fetchClientDocument(services, clientId)
  }
  const known = id.safeParse(clientId)
  const row = known.success
    ? await services.database.prisma.oAuthClient.findUnique({ where: { id: known.data } })
    : null
  if (row === null) {
    throw invalid("#/clientId", "is not registered here; the program must register again")
  }
  return { id: row.id, name: row.name, redirectUris: row.redirectUris, host: null }
}
