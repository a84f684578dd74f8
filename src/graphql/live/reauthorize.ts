import type { Plan, Role } from "../../../prisma/generated/enums.ts"
import { createBatcher } from "../../platform/batch.ts"
import type { Database } from "../../platform/postgres.ts"
import type { Services } from "../../platform/services.ts"
import type { Actor, Grant } from "../kernel/access.ts"

/** Actors whose credential can end. */
export type CredentialActor = Extract<Actor, { kind: "user" | "key" }>

/** Whether a session or key is still valid, and what it grants in a project. */
type Reauthorization = { isValid: boolean; grant: Grant | null }

type Row = {
  name: string
  /** Infinity if it never expires. */
  endsAt: Date | number
  role: Role | null
  plan: Plan | null
  needsTwoFactor: boolean
  customPermissions: string[] | null
  labelIds: string[] | null
}
type Wanted = { actor: CredentialActor; projectId: string | null }

const loadSessions = {
  name: "reauthorize-sessions",
  text: `
    select s.id || ' ' || coalesce(wanted.project_id::text, '') as name, s.expires_at as "endsAt",
           m.role::text as role, p.plan::text as plan,
           coalesce(p.requires_two_factor and s.factor is null
             and s.sign_in_method is distinct from 'sso', false) as "needsTwoFactor",
           c.permissions as "customPermissions", m.label_ids as "labelIds"
      from unnest($1::uuid[], $2::uuid[]) as wanted (session_id, project_id)
      join session s on s.id = wanted.session_id
      left join member m on m.project_id = wanted.project_id and m.user_id = s.user_id
      left join custom_role c on c.id = m.custom_role_id
      left join project p on p.id = m.project_id and p.deleted_at is null`,
}

/** A key is valid in its own project only, so the requested project does not matter. */
const loadKeys = {
  name: "reauthorize-keys",
  text: `
    select k.id::text as name, coalesce(k.expires_at, 'infinity') as "endsAt",
           null as role, p.plan::text as plan, false as "needsTwoFactor",
           null as "customPermissions", k.label_ids as "labelIds"
      from api_key k
      join project p on p.id = k.project_id and p.deleted_at is null
     where k.id = any($1::uuid[]) and k.revoked_at is null`,
}

/** All in one statement, regardless of the number of watchers. */
const mostAtOnce = 10_000
const loaders = new WeakMap<Database, (wanted: Wanted) => Promise<Row | null>>()

/** Reads a credential and its grant from the database, in one batch for all calls of the same tick. */
export async function reauthorize(
  { database, clock }: Pick<Services, "database" | "clock">,
  actor: CredentialActor,
  projectId: string | null,
): Promise<Reauthorization> {
  const load = loaders.get(database) ?? createLoader(database)
  loaders.set(database, load)
  const row = await load({ actor, projectId })
  if (row === null || row.endsAt <= clock.now()) return { isValid: false, grant: null }
  const { role, plan, needsTwoFactor, customPermissions } = row
  const labelIds = row.labelIds ?? []
  if (plan === null) return { isValid: true, grant: null }
  return { isValid: true, grant: { role, customPermissions, labelIds, plan, needsTwoFactor } }
}

const createLoader = ({ pool }: Database) =>
  createBatcher(async (all: Wanted[]): Promise<(Row | null)[]> => {
    const sessions = new Map<string, [sessionId: string, projectId: string | null]>()
    const keyIds = new Set<string>()
    for (const { actor, projectId } of all) {
      if (actor.kind === "key") keyIds.add(actor.keyId)
      else sessions.set(nameOf({ actor, projectId }), [actor.sessionId, projectId])
    }
    const ids = [...sessions.values()]
    const sessionValues = [ids.map(([id]) => id), ids.map(([, projectId]) => projectId)]
    const found = await Promise.all([
      ids.length === 0 ? null : pool.query<Row>({ ...loadSessions, values: sessionValues }),
      keyIds.size === 0 ? null : pool.query<Row>({ ...loadKeys, values: [[...keyIds]] }),
    ])
    const rows = new Map(found.flatMap((one) => one?.rows ?? []).map((row) => [row.name, row]))
    return all.map((one) => rows.get(nameOf(one)) ?? null)
  }, mostAtOnce)

/** As the statements name a row. */
const nameOf = ({ actor, projectId }: Wanted): string =>
  actor.kind === "key" ? actor.keyId : `${actor.sessionId} ${projectId ?? ""}`
