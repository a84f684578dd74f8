import { expect, test } from "vitest"
import { tellUnwatched } from "../../src/graphql/monitoring/monitor/on-call/tell-unwatched.ts"
import { insertMonitor } from "../support/checks.ts"
import { ask } from "../support/ask.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const db = () => world.services.database
const reason = "169.254.1.1 is a link-local or cloud metadata address. No setting allows it."

/** A monitor whose last check, a moment ago, was of this status, for so many minutes. */
async function makeUnwatched(projectId: string, name: string, minutes: number, status = "unknown") {
  const { id, seq } = await insertMonitor(world, projectId, { name })
  await db().pool.query(
    `with checked as (
       insert into check_result (monitor_seq, started_at, status, failure_class, reason, attempts, duration_ms)
       values ($2, date_trunc('milliseconds', now()), $4::monitor_status, 'forbidden_address', $5, 1, 1)
       returning started_at)
     update monitor_state set status = $4::monitor_status, last_status = $4::monitor_status, last_reason = $5,
            status_since = now() - make_interval(mins => $3), last_check_at = started_at
       from checked where monitor_id = $1`,
    [id, seq, minutes, status, reason],
  )
  await db().pool.query(
    "update monitor set watched_since = now() - interval '1 day' where id = $1",
    [id],
  )
  return id
}

const notices = async (projectId: string) => {
  const rows = await db().prisma.delivery.findMany({
    where: { projectId, event: "monitor.unwatched" },
    orderBy: { createdAt: "asc" },
  })
  return rows.map(({ payload, accountId }) => ({ ...Object(payload), accountId }))
}

test("owners hear once that monitors are not watched, in one message, and once that they are again", async () => {
  const project = await makeProject(world)
  const owner = await makeMember(world, project.id, "owner")
  await makeMember(world, project.id, "editor")
  await makeUnwatched(project.id, "Recent", 20)
  await makeUnwatched(project.id, "Good", 60, "operational")
  const ids = [
    await makeUnwatched(project.id, "Door", 40),
    await makeUnwatched(project.id, "Gate", 40),
  ]
  expect(await tellUnwatched(world.services)).toBe(2)
  expect(await tellUnwatched(world.services)).toBe(0)
  const [first, ...more] = await notices(project.id)
  expect(more).toEqual([])
  expect(first).toMatchObject({
    accountId: owner.userId,
    subject: `2 monitors are not watched in ${project.name}`,
    paragraphs: [expect.any(String), `Door: ${reason}`, `Gate: ${reason}`],
  })
  await db().prisma.monitorState.updateMany({
    where: { monitorId: { in: ids } },
    data: { status: "operational" },
  })
  expect(await tellUnwatched(world.services)).toBe(2)
  expect((await notices(project.id)).map(({ subject }) => subject)).toEqual([
    `2 monitors are not watched in ${project.name}`,
    `2 monitors are watched again in ${project.name}`,
  ])
})

/** As one monitor says it, and as lists do. */
async function reasonsOf(projectId: string, id: string) {
  const { data, errors } = await ask(
    world,
    world.system.actor,
    `query ($id: ID!, $projectId: ID!) {
       monitor(id: $id) { unwatchedReason }
       project(id: $projectId) { monitors { edges { node { unwatchedReason } } } }
       monitorRows(projectId: $projectId) { rows { id unwatchedReason } }
     }`,
    { id, projectId },
  )
  expect(errors).toEqual([])
  const { monitor, project, monitorRows } = Object(data)
  const listed = project.monitors.edges.map(({ node }: { node: object }) => node)
  return [monitor, ...listed, ...monitorRows.rows].map((row) => row.unwatchedReason)
}

test("a monitor says why nobody watches it once owners were notified, until it is watched again or paused", async () => {
  const project = await makeProject(world)
  const id = await makeUnwatched(project.id, "Door", 40)
  expect(await reasonsOf(project.id, id)).toEqual([null, null, null])
  await tellUnwatched(world.services)
  expect(await reasonsOf(project.id, id)).toEqual([reason, reason, reason])
  const { prisma } = db()
  const set = (data: { status: "operational" | "unknown" }) =>
    prisma.monitorState.update({ where: { monitorId: id }, data })
  await set({ status: "operational" })
  expect(await reasonsOf(project.id, id)).toEqual([null, null, null])
  await set({ status: "unknown" })
  await prisma.monitor.update({ where: { id }, data: { pausedAt: new Date() } })
  expect(await reasonsOf(project.id, id)).toEqual([null, null, null])
})

test("a monitor that no prober ever checked is announced; a paused one is not", async () => {
  const project = await makeProject(world)
  await makeMember(world, project.id, "owner")
  const [never, paused] = [
    await insertMonitor(world, project.id, { name: "Never" }),
    await insertMonitor(world, project.id, { name: "Paused" }),
  ]
  await db().pool.query(
    `update monitor set watched_since = now() - interval '1 day' where id = any($1::uuid[])`,
    [[never.id, paused.id]],
  )
  await db().pool.query(
    "update monitor_state set status_since = now() - interval '1 day' where monitor_id = any($1::uuid[])",
    [[never.id, paused.id]],
  )
  await db().prisma.monitor.update({ where: { id: paused.id }, data: { pausedAt: new Date() } })
  expect(await tellUnwatched(world.services)).toBe(1)
  expect((await notices(project.id))[0]?.paragraphs.slice(1)).toEqual(["Never: No check ran."])
})

test("heartbeats are announced once no ping can have arrived for half an hour", async () => {
  const project = await makeProject(world)
  await makeMember(world, project.id, "owner")
  const { id } = await insertMonitor(world, project.id, { name: "Backup" })
  await db().pool.query(
    "update monitor set kind = 'heartbeat', host = null, port = null, heartbeat_interval_minutes = 1440 where id = $1",
    [id],
  )
  expect(await tellUnwatched(world.services)).toBe(0)
  await db().pool.query(
    `insert into ingress_liveness (id, since, seen_at) values (1, now(), now() - interval '31 minutes')
     on conflict (id) do update set seen_at = excluded.seen_at`,
  )
  expect(await tellUnwatched(world.services)).toBe(1)
  expect((await notices(project.id))[0]?.paragraphs.slice(1)).toEqual([
    "Backup: Nothing proves that pings can reach us. Check your own network first.",
  ])
  await db().pool.query("update ingress_liveness set seen_at = now()")
  expect(await tellUnwatched(world.services)).toBe(1)
  expect(await notices(project.id)).toHaveLength(2)
})

test("while all heartbeats are silent together, owners hear it at once, and once more when a ping comes", async () => {
  const project = await makeProject(world)
  await makeMember(world, project.id, "owner")
  const { id } = await insertMonitor(world, project.id, { name: "Backup" })
  await db().pool.query(
    "update monitor set kind = 'heartbeat', host = null, port = null, heartbeat_interval_minutes = 60 where id = $1",
    [id],
  )
  await db().pool.query("update monitor_state set last_ping_at = now() - interval '1 hour'")
  await db().pool.query(
    `insert into ingress_gap (liveness_id, "from", "until") values (3, now() - interval '1 hour', now())`,
  )
  await tellUnwatched(world.services)
  await tellUnwatched(world.services)
  expect(await notices(project.id)).toHaveLength(1)
  await db().pool.query("update monitor_state set last_ping_at = now() where monitor_id = $1", [id])
  await tellUnwatched(world.services)
  expect(await notices(project.id)).toHaveLength(2)
})
