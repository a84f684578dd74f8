import { expect, onTestFinished, test } from "vitest"
import {
  beginProofs,
  recordProof,
  suspectIngress,
  type ProofOf,
} from "../../src/graphql/monitoring/monitor/heartbeat/ingress-liveness.ts"
import { createIngressLiveness } from "../../src/probe/ingress-liveness.ts"
import { makeProject, testEnv, useWorld } from "../support/world.ts"

const world = useWorld()
const pool = () => world.services.database.pool

const publicly = { ...testEnv, BASE_URL: "https://status.example.com" }
async function read(isPublic: boolean | null, env = publicly) {
  const { rows } = await pool().query<{ now: Date }>("select now()")
  const now = rows[0]?.now ?? new Date()
  const liveness = await createIngressLiveness({ ...world.services, env }, () => now)
  onTestFinished(liveness.stop)
  const { gaps, untilMs, isOpen } = liveness.provedTime(isPublic)
  const ago = (ms: number) => Math.round((now.getTime() - ms) / 1000)
  return { gaps: gaps.map(({ from, to }) => [ago(from), ago(to)]), until: ago(untilMs), isOpen }
}
const lastProof = (id: number, seconds: number) =>
  pool().query(
    "update ingress_liveness set seen_at = now() - make_interval(secs => $2) where id = $1",
    [id, seconds],
  )
const record = (of: ProofOf, age = 0) => recordProof(pool(), { of, age })

test("time between two proofs counts if it is short, and is a gap if it is long", async () => {
  expect(await read(false)).toMatchObject({ isOpen: true })
  await beginProofs(pool())
  await beginProofs(pool())
  expect(await read(false)).toEqual({ gaps: [], until: 0, isOpen: false })
  await lastProof(1, 7)
  await record("listener")
  expect(await read(false)).toEqual({ gaps: [], until: 0, isOpen: false })
  await lastProof(1, 60)
  expect(await read(false)).toEqual({ gaps: [], until: 60, isOpen: true })
  await Promise.all([record("listener"), record("listener")])
  expect(await read(false)).toEqual({ gaps: [[60, 0]], until: 0, isOpen: false })
  // A restart is noticed sooner.
  await pool().query("delete from ingress_gap")
  await lastProof(1, 6)
  await recordProof(pool(), { of: "listener", patience: 4 })
  expect(await read(false)).toEqual({ gaps: [[6, 0]], until: 0, isOpen: false })
})

test("senders outside need a proof from outside as well, senders in our own networks do not", async () => {
  await pool().query("delete from ingress_gap")
  await beginProofs(pool())
  await record("listener")
  await lastProof(2, 100)
  expect(await read(true)).toEqual({ gaps: [], until: 100, isOpen: true })
  expect(await read(false)).toEqual({ gaps: [], until: 0, isOpen: false })
  // The last proof is as old as what proved it.
  await record("outside", 12)
  expect(await read(true)).toEqual({ gaps: [[100, 12]], until: 12, isOpen: false })
  await record("outside", 14)
  expect((await read(true)).until).toBe(12)
  await lastProof(1, 50)
  await record("listener")
  await record("outside")
  expect(await read(true)).toEqual({ gaps: [[100, 0]], until: 0, isOpen: false })
})

test("where no ping has come yet, the address of this installation decides", async () => {
  await beginProofs(pool())
  await record("listener")
  await record("outside")
  await lastProof(2, 100)
  expect(await read(null)).toMatchObject({ isOpen: true })
  for (const host of ["localhost:3000", "10.1.2.3", "[fd00::1]", "monitor.lan", "watchkeeper"]) {
    const env = { ...testEnv, BASE_URL: `http://${host}` }
    expect(await read(null, env)).toMatchObject({ isOpen: false })
    expect(await read(true, env)).toMatchObject({ isOpen: true })
  }
})

/** A heartbeat of an hour whose last ping came from an address some minutes ago; due within the minute after an hour. */
async function insertJob(projectId: string, address: string, minutesAgo: number) {
  await pool().query(
    `with made as (
       insert into monitor (id, project_id, name, kind, heartbeat_interval_minutes, heartbeat_grace_minutes, watched_since,
                            updated_at)
       values (gen_random_uuid(), $1, 'Job', 'heartbeat', 60, 1, now() - interval '1 day', now()) returning id),
     state as (
       insert into monitor_state (monitor_id, last_ping_at, last_ping_kind)
       select id, now() - make_interval(mins => $3), 'success' from made)
     insert into heartbeat_ping (id, monitor_id, kind, source_ip, method, at)
     select gen_random_uuid(), id, 'success', $2, 'GET', now() - make_interval(mins => $3) from made`,
    [projectId, address, minutesAgo],
  )
}

test("most heartbeats silent at once, from several networks and without any ping, are our own ingress", async () => {
  await pool().query("delete from ingress_gap")
  const project = await makeProject(world)
  const [near, far] = ["192.0.2.7", "2001:db8:1::7"]
  await insertJob(project.id, near, 62)
  await insertJob(project.id, "192.0.2.8", 61)
  // Too few, and then of one network only.
  expect(await suspectIngress(pool())).toBe(false)
  await insertJob(project.id, "192.0.2.9", 61)
  expect(await suspectIngress(pool())).toBe(false)
  await insertJob(project.id, far, 61)
  expect(await suspectIngress(pool())).toBe(true)
  expect(await suspectIngress(pool())).toBe(true)
  await beginProofs(pool())
  await record("listener")
  const { gaps } = await read(false)
  expect(gaps).toHaveLength(1)
  expect(gaps[0]?.[0]).toBeGreaterThan(3600)
  // Somebody is heard, so the others are silent by themselves.
  await insertJob(project.id, far, 0)
  expect(await suspectIngress(pool())).toBe(false)
})
