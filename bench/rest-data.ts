import { newToken } from "../src/graphql/workspace/key/key-token.ts"
import { newId } from "../src/platform/id.ts"
import type { Database } from "../src/platform/postgres.ts"
import { sha256 } from "../src/platform/secret.ts"

export type Owner = { projectId: string; token: string; monitorId: string }
export type Request = { name: string; of(owner: Owner): string }

/** Enough projects that no key reaches its rate limit. */
const projects = 1000
const monitorsEach = 30

/** Projects with a key and monitors, which are paused and old, so that only requests cost something. */
export async function fillOwners({ pool }: Database): Promise<Owner[]> {
  const owners = Array.from({ length: projects }, () => ({
    projectId: newId(),
    token: newToken("public").token,
    monitorId: newId(),
  }))
  await pool.query(
    `insert into project (id, name, plan, updated_at) select id, 'Bench', 'pro', now() from unnest($1::uuid[]) id`,
    [owners.map(({ projectId }) => projectId)],
  )
  await pool.query(
    `insert into api_key (id, project_id, class, name, hash, hint, scopes)
     select gen_random_uuid(), project, 'public', 'bench', hash, 'bench', '{monitors:read,monitors:write}'
       from unnest($1::uuid[], $2::bytea[]) as row (project, hash)`,
    [
      owners.map(({ projectId }) => projectId),
      owners.map(({ token }) => Buffer.from(sha256(token))),
    ],
  )
  await pool.query(
    `with made as (
       insert into monitor (id, project_id, name, description, kind, url, paused_at, updated_at)
       select case when n = 1 then first else gen_random_uuid() end, project, 'Monitor ' || n,
              'What it monitors, in a sentence.', 'http', 'http://127.0.0.1:1/', now(), now() - interval '1 hour'
         from unnest($1::uuid[], $2::uuid[]) as row (project, first), generate_series(1, $3::int) n
       returning id)
     insert into monitor_state (monitor_id, status) select id, 'operational' from made`,
    [
      owners.map(({ projectId }) => projectId),
      owners.map(({ monitorId }) => monitorId),
      monitorsEach,
    ],
  )
  await pool.query("analyze")
  return owners
}

export const listLoad: Request = {
  name: "GET /v1/monitors?limit=25",
  of: ({ projectId, token }) =>
    `GET /v1/monitors?limit=25 HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\nX-Project: ${projectId}\r\n\r\n`,
}

const body = JSON.stringify({ duration_minutes: 5 })

export const muteLoad: Request = {
  name: "POST /v1/monitors/{id}/mute",
  of: ({ projectId, token, monitorId }) =>
    `POST /v1/monitors/${monitorId}/mute HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n` +
    `X-Project: ${projectId}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
}
