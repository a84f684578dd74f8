import { APIError } from "better-auth/api"
import type { Context } from "../../graphql/kernel/context.ts"
import { reader, transact, type SqlTransaction } from "../../graphql/kernel/transaction.ts"
import { applyGroups, endMemberships } from "../../graphql/workspace/member/apply-groups.ts"
import type { Services } from "../../platform/services.ts"
import { endCredentials } from "../end-credentials.ts"

type Person = { id: string; name: string }
type State = { isActive: boolean; groups: string[] }

/**
 * Gives a person the roles of their groups in the directory, or ends the sessions and memberships of one who is no
 * longer active there.
 *
 * @returns whether the directory provisions the person.
 */
export async function applyDirectory(ctx: Context, person: Person): Promise<boolean> {
  if (ctx.env.SCIM_TOKENS.length === 0) return false
  return transact(ctx, async (tx) => {
    // One at a time, because each locks several projects.
    await tx.query({
      name: "lock-directory",
      text: "select pg_advisory_xact_lock(hashtext('scim'))::text",
      values: [],
    })
    const state = await readState(tx, person.id)
    if (state === null) return false
    const inside = { ...ctx, transaction: tx }
    if (state.isActive) {
      await applyGroups(inside, person, state.groups)
      return true
    }
    // Before the memberships, whose projects have the audit logs.
    await endCredentials(tx, ctx.actor, person, "deactivated at the identity provider")
    await endMemberships(inside, person)
    return true
  })
}

/** @throws {APIError} 403 for a session of a person whom the directory deactivated or deleted. */
export async function requireActive(services: Services, userId: string): Promise<void> {
  const { SCIM_TOKENS, SSO_NAME } = services.env
  if (SCIM_TOKENS.length === 0) return
  const state = await readState(reader(services), userId)
  if (state === null || state.isActive) return
  const message = `Your account was deactivated at ${SSO_NAME}.`
  throw new APIError("FORBIDDEN", { code: "DEACTIVATED", message })
}

/** Null if the directory never provisioned the person. A group is known by its name and by its id there. */
async function readState(tx: Pick<SqlTransaction, "query">, userId: string): Promise<State | null> {
  const [found] = await tx.query<State>({
    name: "directory-state",
    text: `select coalesce(bool_or(u.active), false) as "isActive",
                  array_remove(array_agg(distinct g.name), null) as groups
             from scim_subject s
             left join scim_user u on u.user_id = s.user_id
             left join scim_group_member m on m.scim_user_id = u.id and u.active
             left join scim_group o on o.id = m.group_id
             left join lateral (values (o.display_name), (o.external_id)) as g (name) on true
            where s.user_id = $1::uuid
            group by s.id`,
    values: [userId],
  })
  return found ?? null
}
