import { expect, test } from "vitest"
import { readTargets } from "../../src/graphql/monitoring/monitor/target/monitor-targets.ts"
import { newId } from "../../src/platform/id.ts"
import { makeProject, testEnv, useWorld } from "../support/world.ts"

// Unreadable rows are logged, which is not tested here.
const world = useWorld({ ...testEnv, LOG_LEVEL: "silent" })

/** Inserts rows as other versions of the program may have left them. */
async function insert(projectId: string, rows: Record<string, unknown>[]) {
  const { pool } = world.services.database
  const ids: string[] = []
  for (const row of rows) {
    const id = newId()
    const all = { id, project_id: projectId, name: "m", updated_at: new Date(), ...row }
    const columns = Object.keys(all)
    const marks = columns.map((_column, at) => `$${at + 1}`)
    await pool.query(
      `insert into monitor (${columns.join(", ")}) values (${marks.join(", ")})`,
      Object.values(all),
    )
    ids.push(id)
  }
  return ids
}

test("a row that cannot be read affects only its own monitor", async () => {
  const project = await makeProject(world)
  const sealed = world.services.vault.seal(JSON.stringify({ Authorization: "Bearer x" }))
  const ids = await insert(project.id, [
    { kind: "http", url: "http://a.example/", sealed_headers: Buffer.from(sealed) },
    { kind: "http", url: "http://b.example/", sealed_headers: Buffer.from("not sealed") },
    { kind: "tcp", host: "c.example" },
    { kind: "ping", host: "d.example", settings: '{"unheard": 1}' },
    { kind: "tls", host: "e.example", settings: '{"serverName": "f.example"}' },
  ])
  const { targets, gone } = await readTargets(world.services, { ids })
  expect(targets.toSorted((a, b) => a.monitorSeq - b.monitorSeq)).toEqual([
    {
      monitorId: ids[0],
      monitorSeq: expect.any(Number),
      projectId: project.id,
      name: "m",
      intervalSeconds: 60,
      timeoutSeconds: 10,
      checkRequestedAt: null,
      kind: "http",
      url: "http://a.example/",
      method: "GET",
      headers: { Authorization: "Bearer x" },
      body: "",
      maxRedirects: 10,
      assertions: [],
    },
    expect.objectContaining({ kind: "tls", port: 443, serverName: "f.example" }),
  ])
  expect(new Set(gone)).toEqual(new Set(ids.slice(1, 4)))
})

test("fifty thousand monitors are read and divided into shards without loss", async () => {
  const project = await makeProject(world)
  const { pool } = world.services.database
  await pool.query(
    `insert into monitor (id, project_id, name, kind, url, updated_at)
     select gen_random_uuid(), $1, 'm' || n, 'http', 'http://127.0.0.1/' || n, now() from generate_series(1, 50000) n`,
    [project.id],
  )
  const all = await readTargets(world.services)
  const halves = await Promise.all(
    [
      [0, 1],
      [2, 3],
    ].map((shards) => readTargets(world.services, { shards, shardCount: 4 })),
  )
  const ofProject = (read: typeof all) =>
    read.targets.filter((target) => target.projectId === project.id).map((one) => one.monitorId)
  expect(ofProject(all)).toHaveLength(50_000)
  expect(new Set(halves.flatMap(ofProject))).toEqual(new Set(ofProject(all)))
  for (const [at, half] of halves.entries()) {
    expect(half.targets.every((one) => Math.floor((one.monitorSeq % 4) / 2) === at)).toBe(true)
  }
})
