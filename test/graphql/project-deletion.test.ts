import { expect, test } from "vitest"
import { deleteProject } from "../../src/graphql/workspace/project/delete-project.ts"
import { purgeProjects } from "../../src/jobs/deletion/purge-projects.ts"
import { ensureCheckPartitions } from "../../src/graphql/monitoring/check/check-partition.ts"
import type { Database } from "../../src/platform/postgres.ts"
import { ask } from "../support/ask.ts"
import { checkOf, insertMonitors, offline } from "../support/checks.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const rows = 120_000
/** Far above what one batch takes here, and far below what the whole takes in one statement. */
const longestMs = 1500

/** The same database, which notes how long each statement takes. */
function timed(database: Database) {
  const taken: { text: string; ms: number }[] = []
  const pool = new Proxy(database.pool, {
    get(target, key) {
      if (key !== "query") return Reflect.get(target, key) as unknown
      return async (text: string, values: unknown[]) => {
        const from = performance.now()
        const result = await target.query(text, values)
        taken.push({ text, ms: performance.now() - from })
        return result
      }
    },
  })
  return { taken, database: { ...database, pool } }
}

test("a project with many rows leaves at once, and its rows go in short statements that can be interrupted", async () => {
  const { services } = world
  const { pool, prisma } = services.database
  await ensureCheckPartitions(pool)
  const project = await makeProject(world)
  const other = await makeProject(world)
  const owner = await makeMember(world, project.id, "owner")
  const monitors = await insertMonitors(world, project.id, 20)
  const [kept] = await insertMonitors(world, other.id, 1)
  if (kept === undefined) throw new Error("no monitor")
  await recordChecks(
    services,
    [...monitors, kept].map((one) => checkOf(one, new Date(), offline)),
  )
  await fill(project.id, monitors)
  const before = await counts(other.id)

  const startedAt = performance.now()
  await deleteProject(owner.ctx, { id: project.id, name: project.name })
  expect(performance.now() - startedAt).toBeLessThan(longestMs)
  const seen = await ask(
    world,
    owner.ctx.actor,
    `query ($id: ID!) { projects { edges { node { id } } } node(id: $id) { id } project(id: $id) { id } }`,
    { id: project.id },
  )
  expect(seen.data).toEqual({ projects: { edges: [] }, node: null, project: null })
  const { data } = await ask(
    world,
    owner.ctx.actor,
    `{ projects { totalCount } viewer { memberships { edges { node { role } } } } }`,
  )
  expect(data).toEqual({ projects: { totalCount: 0 }, viewer: { memberships: { edges: [] } } })
  await expect(world.system.access.require(project.id, "project:read")).rejects.toMatchObject({
    code: "not_found",
  })
  expect(await prisma.delivery.count({ where: { projectId: project.id, state: "pending" } })).toBe(
    0,
  )

  // Interrupted again and again, it goes on where it was.
  const { taken, database } = timed(services.database)
  for (let run = 0; run < 3; run += 1) {
    const until = taken.length + 15
    await purgeProjects({ ...services, database }, () => taken.length > until)
    expect(await prisma.project.count({ where: { id: project.id } })).toBe(1)
  }
  await Promise.all([
    purgeProjects({ ...services, database }),
    purgeProjects({ ...services, database }),
  ])
  expect(taken.length).toBeGreaterThan(rows / 5000)
  expect(taken.toSorted((a, b) => b.ms - a.ms)[0]?.ms).toBeLessThan(longestMs)
  expect(await prisma.project.count({ where: { id: project.id } })).toBe(0)
  expect(await counts(project.id)).toEqual({ deliveries: 0, audits: 0, monitors: 0, alerts: 0 })
  const { rows: left } = await pool.query<{ checks: number }>(
    "select count(*)::int as checks from check_result where monitor_seq = any($1)",
    [monitors.map(({ seq }) => seq)],
  )
  expect(left).toEqual([{ checks: 0 }])
  expect(await counts(other.id)).toEqual(before)
  expect(await prisma.check.count({ where: { monitorSeq: kept.seq } })).toBe(1)
})

test("a project whose rows cannot be deleted delays no other", async () => {
  const { pool, prisma } = world.services.database
  const [stuck, free] = [await makeProject(world), await makeProject(world)]
  for (const { id, name } of [stuck, free]) await deleteProject(world.system, { id, name })
  await pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse before delete on project for each row when (old.id = '${stuck.id}') execute function refuse()`)
  await expect(purgeProjects(world.services)).rejects.toThrow(stuck.id)
  expect(await prisma.project.count({ where: { id: { in: [stuck.id, free.id] } } })).toBe(1)
  await pool.query("drop function refuse cascade")
  await purgeProjects(world.services)
  expect(await prisma.project.count({ where: { id: stuck.id } })).toBe(0)
})

async function fill(projectId: string, monitors: { id: string; seq: number }[]): Promise<void> {
  const { pool } = world.services.database
  await pool.query(
    `insert into delivery (id, project_id, event, subject_id, target, dedupe_key, payload, state, settled_at)
     select gen_random_uuid(), $1::uuid, 'incident.created', $1::uuid, 'everyone', $1::uuid || ' ' || n, '{}', 'delivered', now()
       from generate_series(1, $2::int) n`,
    [projectId, rows / 2],
  )
  await pool.query(
    `insert into check_result (monitor_seq, started_at, status, warnings, duration_ms)
     select seq, now() - n * interval '1 second', 'operational', '{}', 1
       from unnest($1::int[]) seq, generate_series(1, $2::int / cardinality($1::int[])) n`,
    [monitors.map(({ seq }) => seq), rows / 4],
  )
  await pool.query(
    `insert into audit_entry (id, project_id, actor_kind, actor_name, action)
     select gen_random_uuid(), $1, 'system', 'test', 'monitor.updated' from generate_series(1, $2::int)`,
    [projectId, rows / 4],
  )
}

async function counts(projectId: string) {
  const { prisma } = world.services.database
  const where = { projectId }
  return {
    deliveries: await prisma.delivery.count({ where }),
    audits: await prisma.auditEntry.count({ where }),
    monitors: await prisma.monitor.count({ where }),
    alerts: await prisma.alert.count({ where }),
  }
}
