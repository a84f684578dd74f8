import { newToken } from "../src/graphql/workspace/key/key-token.ts"
import { newId } from "../src/platform/id.ts"
import type { Database } from "../src/platform/postgres.ts"
import { sha256 } from "../src/platform/secret.ts"

export type AgentProject = {
  projectId: string
  monitorId: string
  legacyToken: string
  publicToken: string
}

/** Enough projects that no key reaches its rate limit. */
const projects = 600
const each = 30

/** Projects with a legacy and a public key, 30 paused monitors and 30 resolved incidents each. */
export async function fillAgentProjects({ pool }: Database): Promise<AgentProject[]> {
  const made = Array.from({ length: projects }, () => ({
    projectId: newId(),
    monitorId: newId(),
    legacyToken: newToken("legacy").token,
    publicToken: newToken("public").token,
  }))
  const ids = made.map(({ projectId }) => projectId)
  await pool.query(
    `insert into project (id, name, plan, updated_at) select id, 'Bench', 'pro', now() from unnest($1::uuid[]) id`,
    [ids],
  )
  for (const [keyClass, scopes, tokens] of [
    ["legacy", "{}", made.map(({ legacyToken }) => legacyToken)],
    ["public", "{monitors:read,incidents:read}", made.map(({ publicToken }) => publicToken)],
  ] as const) {
    await pool.query(
      `insert into api_key (id, project_id, class, name, hash, hint, scopes)
       select gen_random_uuid(), project, $3::key_class, 'bench', hash, 'bench', $4::text[]
         from unnest($1::uuid[], $2::bytea[]) as row (project, hash)`,
      [ids, tokens.map((token) => Buffer.from(sha256(token))), keyClass, scopes],
    )
  }
  await pool.query(
    `with made as (
       insert into monitor (id, project_id, name, description, kind, url, paused_at, updated_at)
       select case when n = 1 then first else gen_random_uuid() end, project, 'Monitor ' || n,
              'What it monitors, in a sentence.', 'http', 'http://127.0.0.1:1/', now(), now()
         from unnest($1::uuid[], $2::uuid[]) as row (project, first), generate_series(1, $3::int) n
       returning id)
     insert into monitor_state (monitor_id, status) select id, 'operational' from made`,
    [ids, made.map(({ monitorId }) => monitorId), each],
  )
  await fillIncidents(pool, made)
  await pool.query("analyze")
  return made
}

async function fillIncidents(pool: Database["pool"], made: readonly AgentProject[]): Promise<void> {
  await pool.query(
    `with asked as (select project, monitor from unnest($1::uuid[], $2::uuid[]) as row (project, monitor)),
     resolved as (
       insert into state (id, project_id, subject, name, color, meaning, "order", is_built_in)
       select gen_random_uuid(), project, 'incident', 'resolved', '#16a34a', 'resolved', 3, true from asked
       returning id, project_id),
     major as (
       insert into severity (id, project_id, subject, name, color, rank, is_built_in)
       select gen_random_uuid(), project, 'incident', 'major', '#d92d20', 2, true from asked
       returning id, project_id)
     insert into incident (id, project_id, number, title, state_id, severity_id, monitor_id, started_at, resolved_at, updated_at)
     select gen_random_uuid(), project, n, 'Monitor 1 is offline', resolved.id, major.id, monitor,
            now() - n * interval '1 day', now() - n * interval '1 day' + interval '9 minutes', now()
       from asked
       join resolved on resolved.project_id = project
       join major on major.project_id = project, generate_series(1, $3::int) n`,
    [made.map(({ projectId }) => projectId), made.map(({ monitorId }) => monitorId), each],
  )
}
