import type { Plan, Role } from "../../../prisma/generated/enums.ts"
import { createBatcher } from "../../platform/batch.ts"
import type { Database } from "../../platform/postgres.ts"
import { id } from "./input.ts"

/** A membership with all that permissions follow from. */
export type FoundGrant = {
  role: Role
  customPermissions: string[] | null
  /** Empty for no limit. */
  labelIds: string[]
  plan: Plan
  requiresTwoFactor: boolean
}

type Wanted = { projectId: string; userId: string }

const lookUp = {
  name: "grants-of-people",
  text: `
    select wanted.at::int as at, m.role::text as role, c.permissions as "customPermissions", m.label_ids as "labelIds", p.plan::text as plan,
           p.requires_two_factor as "requiresTwoFactor"
      from unnest($1::uuid[], $2::uuid[]) with ordinality as wanted (project_id, user_id, at)
      join member m on m.project_id = wanted.project_id and m.user_id = wanted.user_id
      join project p on p.id = m.project_id and p.deleted_at is null
      left join custom_role c on c.id = m.custom_role_id`,
}

const loaders = new WeakMap<Database, (wanted: Wanted) => Promise<FoundGrant | null>>()

/** What a person's membership grants in a project, null without one; in one statement for all calls of a tick. */
export async function findGrant(database: Database, wanted: Wanted): Promise<FoundGrant | null> {
  // Others share the statement, so no text that is not a UUID may reach it.
  if (!id.safeParse(wanted.projectId).success) return null
  const load = loaders.get(database) ?? createLoader(database)
  loaders.set(database, load)
  return load(wanted)
}

const createLoader = ({ pool }: Database) =>
  createBatcher(async (all: Wanted[]): Promise<(FoundGrant | null)[]> => {
    const values = [all.map(({ projectId }) => projectId), all.map(({ userId }) => userId)]
    const { rows } = await pool.query<FoundGrant & { at: number }>({ ...lookUp, values })
    const found = new Map(rows.map(({ at, ...grant }) => [at, grant]))
    return all.map((_, at) => found.get(at + 1) ?? null)
  })
