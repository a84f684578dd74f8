import { randomUUID } from "node:crypto"
import type { Pool } from "pg"
import { createProject } from "../src/graphql/workspace/project/create-project.ts"
import { contextFor } from "../src/graphql/kernel/context.ts"
import type { Services } from "../src/platform/services.ts"

/** Rows for the delivery benchmarks, written by PostgreSQL itself. */

export const makeProject = async (services: Services): Promise<string> =>
  (await createProject(contextFor(services, { kind: "system", name: "bench" }), { name: "Bench" }))
    .id

/** Verified email channels. */
export async function makeChannels(services: Services, projectId: string, count: number) {
  const { pool } = services.database
  const sealed = services.vault.seal(JSON.stringify({ address: "bench@example.com" }))
  await pool.query(
    `insert into channel (id, project_id, kind, name, hint, sealed_config, address_hash, verified_at, updated_at)
     select gen_random_uuid(), $1, 'email', 'bench', '', $2, sha256(n::text::bytea), now(), now()
       from generate_series(1, $3::int) n`,
    [projectId, sealed, count],
  )
}

const mixed = ["email", "sms", "voice", "slack_bot"]

type QueuedMessage = {
  projectId: string
  queue: "page" | "notice"
  count: number
  delaySeconds: number
  /** Number of channels in the project. */
  channels: number
  /** Of the channels, as the claim sees them; "email" is what they are. */
  kinds?: readonly string[]
}

/** Deliveries that are due now or later, spread over all channels. */
export async function fillQueue({ database: { pool } }: Services, queued: QueuedMessage) {
  await insertDeliveries(pool, queued)
  await pool.query("vacuum (analyze) delivery")
}

/** Of as many kinds of channels as there are `kinds`; all are sent as the channel's own. */
export async function insertDeliveries(
  client: Pick<Pool, "query">,
  { projectId, queue, count, delaySeconds, channels, kinds = mixed }: QueuedMessage,
) {
  await client.query(
    `insert into delivery (id, project_id, queue, event, subject_id, target, channel_id, dedupe_key, payload, due_at)
     select uuidv7(), $1, $2::delivery_queue, 'bench', $1, ($6::text[])[1 + n % cardinality($6::text[])] || ':' || c.id,
            c.id, gen_random_uuid()::text, '{"subject":"bench","paragraphs":[],"link":null,"unsubscribeUrl":null}',
            date_trunc('milliseconds', now()) + make_interval(secs => $4::float8)
       from generate_series(0, $3::int - 1) n
       join (select id, row_number() over (order by id) - 1 as place from channel) c on c.place = n % $5::int order by n`,
    [projectId, queue, count, delaySeconds, channels, kinds],
  )
}

/** An endpoint with `count` deliveries due and `failures` consecutive failures. */
export async function fillEndpoint(
  services: Services,
  projectId: string,
  { count, failures }: { count: number; failures: number },
): Promise<string> {
  const { pool } = services.database
  const id = randomUUID()
  await pool.query(
    `insert into webhook_endpoint (id, project_id, url, sealed_secret, secret_hint, event_types, consecutive_failures, updated_at)
     values ($1, $2, 'https://bench.example/hook', $3, 'xxxx', '{alert.created}', $4, now())`,
    [id, projectId, services.vault.seal("whsec_AAAA"), failures],
  )
  await pool.query(
    `insert into delivery (id, project_id, queue, event, subject_id, target, endpoint_id, dedupe_key, payload, body)
     select uuidv7(), $1::uuid, 'webhook', 'alert.created', $1::uuid, 'webhook:' || ($2::uuid)::text, $2::uuid, gen_random_uuid()::text, '{}', '{}'
       from generate_series(1, $3::int)`,
    [projectId, id, count],
  )
  return id
}

/** Alerts with a page each, as an escalation writes them. @returns the pages' ids. */
export async function makePages(services: Services, projectId: string, count: number) {
  const { rows } = await services.database.pool.query<{ id: string; alertId: string }>(
    `with raised as (
       insert into alert (id, project_id, number, title, state_id, severity_id, updated_at)
       select gen_random_uuid(), $1::uuid, n, 'Bench ' || n,
              (select id from state where project_id = $1::uuid and subject = 'alert' and name = 'triggered'),
              (select id from severity where project_id = $1::uuid and subject = 'alert' and name = 'high'), now()
         from generate_series(1, $2::int) n returning id
     ),
     exhausted as (
       insert into escalation (alert_id, project_id, state, due_at, waiting_since)
       select id, $1::uuid, 'exhausted', now(), now() from raised)
     insert into page (id, project_id, alert_id, channel_id, round, rule_order, reason)
     select gen_random_uuid(), $1::uuid, id, (select min(id::text)::uuid from channel), 1, 1, 'bench'
       from raised returning id, alert_id as "alertId"`,
    [projectId, count],
  )
  return rows
}
