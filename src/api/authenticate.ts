import type { Actor } from "../graphql/kernel/access.ts"
import type { Auth } from "./auth.ts"
import type { AuthenticateKey } from "./authenticate-key.ts"
import { isStrong } from "./factors/session-factor.ts"

/**
 * @param address the client's, for the audit log.
 * @throws {DomainError} unauthorized if a key was sent that is not valid here.
 */
export type Authenticate = (headers: Headers, address?: string) => Promise<Actor>

/** Identifies the actor of a request: the API key, else the session, else anonymous. */
export function createAuthenticator(byKey: AuthenticateKey, auth: Auth): Authenticate {
  return async (headers, address) => {
    const authorization = headers.get("authorization")
    if (authorization !== null) return byKey(authorization, "public", address)
    if (!headers.has("cookie")) return { kind: "anonymous" }
    const found = await auth.readSession(headers)
    if (found === null) return { kind: "anonymous" }
    const { session, user } = found
    return {
      kind: "user",
      userId: user.id,
      sessionId: session.id,
      name: user.name,
      email: user.email,
      ...(user.language && { language: user.language }),
      isStrong: isStrong(session),
    }
  }
}
