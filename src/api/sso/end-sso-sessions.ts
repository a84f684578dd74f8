import { createHash } from "node:crypto"
import { transactSql } from "../../graphql/kernel/transaction.ts"
import { recordEnded, type EndedSession } from "../../graphql/workspace/user/end-sessions.ts"
import type { Services } from "../../platform/services.ts"
import type { Logout } from "./logout-token.ts"
import { providerId } from "./sso-provider.ts"

/**
 * Ends the sessions of a provider's session, or all of a person that the provider signed in.
 *
 * @returns how many; null if the token was taken before.
 */
export function endSsoSessions(services: Services, logout: Logout): Promise<number | null> {
  const { subject, sessionId, jti, expiresAt } = logout
  return transactSql(services, async (tx) => {
    const hash = createHash("sha256").update(jti).digest("base64url")
    const taken = await tx.query({
      name: "take-logout-token",
      text: `insert into verification (id, identifier, value, expires_at, updated_at)
             values ($1, $1, '', $2, now()) on conflict (id) do nothing returning id`,
      values: [`sso-logout:${hash}`, expiresAt],
    })
    if (taken.length === 0) return null
    // One without the provider's session, from before it was recorded, ends with the person's.
    const ended = await tx.query<EndedSession>({
      name: "end-sso-sessions",
      text: `delete from session using "user" u
              where u.id = session.user_id and session.sign_in_method = 'sso'
                and ($1::text is null or exists (
                      select from account a where a.user_id = u.id and a.provider_id = $3 and a.account_id = $1))
                and case when $2::text is null then $1::text is not null
                    else session.sso_session_id = $2 or ($1::text is not null and session.sso_session_id is null) end
             returning session.user_id as "userId", u.name, session.created_at as "startedAt"`,
      values: [subject, sessionId, providerId],
    })
    const provider = { kind: "system", name: services.env.SSO_NAME } as const
    await recordEnded(tx, provider, ended, "logout at the identity provider")
    return ended.length
  })
}
