import type { Plan, Role } from "../../prisma/generated/enums.ts"
import { permissionsOfRole } from "../graphql/kernel/access.ts"
import { DomainError } from "../graphql/kernel/errors.ts"
import { legacyScopes, mcpWriteStored } from "../graphql/workspace/key/legacy-scopes.ts"
import { sha256 } from "../platform/secret.ts"
import type { Services } from "../platform/services.ts"
import type { KeyActor } from "./authenticate-key.ts"
import { createUseNotes } from "./note-key-use.ts"

/** @throws {DomainError} unauthorized unless it is a valid access token. */
export type AuthenticateGrant = (token: string, address?: string) => Promise<KeyActor>

type Row = {
  id: string
  projectId: string
  clientName: string
  personName: string
  mayWrite: boolean
  isExpired: boolean
  isStale: boolean
  needsTwoFactor: boolean
  role: Role | null
  customPermissions: string[] | null
  labelIds: string[] | null
  plan: Plan
}

const lookUp = {
  name: "grant-by-token",
  text: `
    select g.id, g.project_id as "projectId", g.client_name as "clientName", u.name as "personName",
           g.may_write as "mayWrite", t.expires_at <= $2 as "isExpired",
           g.last_used_at is null or g.last_used_at < now() - interval '1 minute' as "isStale",
           p.requires_two_factor and not (g.is_strong and (
             u.two_factor_enabled or exists (select from passkey k where k.user_id = u.id)
             or exists (select from account a where a.user_id = u.id and a.provider_id = 'sso'))) as "needsTwoFactor",
           m.role::text as role, c.permissions as "customPermissions", m.label_ids as "labelIds", p.plan::text as plan
      from oauth_token t
      join oauth_grant g on g.id = t.grant_id
      join project p on p.id = g.project_id and p.deleted_at is null
      join "user" u on u.id = g.user_id
      left join member m on m.project_id = g.project_id and m.user_id = g.user_id
      left join custom_role c on c.id = m.custom_role_id
     where t.hash = $1 and t.kind = 'access' and g.revoked_at is null`,
}

/**
 * Authenticates an access token as a key of its grant's project. It is read again for each request, so that a
 * revocation, and what becomes of the person's membership, counts at once.
 */
export function createGrantAuthenticator(
  services: Pick<Services, "database" | "bus" | "clock" | "log">,
): AuthenticateGrant {
  const { database, clock, log } = services
  const { pool } = database
  const noteUse = createUseNotes(services)
  const touch = (grantId: string): void => {
    pool
      .query("update oauth_grant set last_used_at = now() where id = $1", [grantId])
      .catch((err: unknown) => log.warn({ err }, "could not record the last use of a grant"))
  }

  return async (token, address = "unknown") => {
    const values = [Buffer.from(sha256(token)), clock.now()]
    const [grant] = (await pool.query<Row>({ ...lookUp, values })).rows
    if (grant === undefined) {
      throw refused("This access token is unknown or was revoked. Ask the person for access again.")
    }
    if (grant.isExpired) throw refused("This access token has expired. Use the refresh token.")
    const { id: keyId, projectId, plan, role, customPermissions, labelIds } = grant
    if (role === null) {
      throw refused("The person who granted access is no longer a member of the project.")
    }
    if (grant.needsTwoFactor) {
      throw refused(
        "The project requires two-factor authentication. Ask the person to confirm a second factor and to grant access again.",
      )
    }
    if (grant.isStale) touch(keyId)
    const own = permissionsOfRole({ role, customPermissions })
    const granted = legacyScopes(grant.mayWrite ? mcpWriteStored : [])
    const actor: KeyActor = {
      kind: "key",
      keyId,
      projectId,
      plan,
      name: `${grant.clientName} for ${grant.personName}`,
      scopes: granted.filter((scope) => own.has(scope)),
      labelIds: labelIds ?? [],
    }
    noteUse({ actor, action: "oauth_grant.used", address })
    return actor
  }
}

const refused = (detail: string) => new DomainError("unauthorized", detail)
