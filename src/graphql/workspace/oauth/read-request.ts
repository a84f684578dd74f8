import { z } from "zod"
import { text } from "../../../platform/text-schema.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { parse } from "../../kernel/input.ts"
import { requirePerson } from "../../kernel/require-person.ts"
import { findClient, type OAuthProgram } from "./find-client.ts"
import { isOurResource, mcpResource, oauthScopes } from "./mcp-resource.ts"
import { isRegistered, redirectFault } from "./rules/redirect-uri.ts"

const input = z.object({
  clientId: text(2048),
  redirectUri: text(2048),
  responseType: z.literal("code", { error: "must be code" }),
  codeChallenge: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, "must be the SHA-256 of the verifier in base64url"),
  codeChallengeMethod: z.literal("S256", { error: "must be S256" }),
  scope: text(1000).nullish(),
  state: text(2000).nullish(),
  resource: text(2048).nullish(),
})

/** A valid request of a program for access. */
export type OAuthRequest = {
  client: OAuthProgram
  redirectUri: string
  codeChallenge: string
  state: string | null
  wantsWrite: boolean
}

/** @throws {DomainError} validation_failed for what must not be answered, or only to the person who looks at it. */
export async function readRequest(ctx: Context, given: unknown): Promise<OAuthRequest> {
  requirePerson(ctx)
  const request = parse(input, given)
  const fault = redirectFault(request.redirectUri)
  if (fault !== null) throw invalid("#/redirectUri", fault)
  if (!isOurResource(ctx.env, request.resource)) {
    throw invalid("#/resource", `must be ${mcpResource(ctx.env)}`)
  }
  const client = await findClient(ctx, request.clientId)
  if (!isRegistered(request.redirectUri, client.redirectUris)) {
    throw invalid("#/redirectUri", "is not one that the program registered")
  }
  const wanted = request.scope?.split(" ") ?? []
  return {
    client,
    redirectUri: request.redirectUri,
    codeChallenge: request.codeChallenge,
    state: request.state ?? null,
    wantsWrite: wanted.includes(oauthScopes.write),
  }
}

/** Where the browser goes with the answer; `iss` tells the program who gave it (RFC 9207). */
export function answerUrl(
  { env }: Pick<Context, "env">,
  { redirectUri, state }: Pick<OAuthRequest, "redirectUri" | "state">,
  answer: { code: string } | { error: string },
): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...answer, state, iss: env.BASE_URL })) {
    if (value !== null) url.searchParams.set(name, value)
  }
  return url.href
}
