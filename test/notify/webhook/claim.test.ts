import { beforeEach, expect, test } from "vitest"
import { attemptOf, webhooksOf } from "../../support/webhooks.ts"
import { makeProject, useWorld } from "../../support/world.ts"

const world = useWorld()
const webhooks = webhooksOf(world)

beforeEach(() => webhooks.sql("delete from delivery"))

/** Endpoints of one project, each with this many deliveries, oldest first. */
async function enqueueMessages(...counts: number[]): Promise<string[]> {
  const { id: projectId } = await makeProject(world)
  const ids: string[] = []
  for (const count of counts) {
    const { endpoint } = await webhooks.make(projectId, "https://one.example/")
    ids.push(endpoint.id)
    await webhooks.sql(
      `insert into delivery (id, project_id, event, subject_id, target, dedupe_key, payload, body, endpoint_id, due_at)
       select gen_random_uuid(), $1, 'alert.created', $1, 'webhook:' || $2, $2 || n, '{}', '{}', $2::uuid,
              now() - make_interval(secs => $3 + 1 - n)
         from generate_series(1, $3::int) n`,
      [projectId, endpoint.id, count],
    )
  }
  return ids
}

const byEndpoint = (rows: { endpointId: string }[], ids: string[]) =>
  ids.map((id) => rows.filter(({ endpointId }) => endpointId === id).length)

test("at most four deliveries of an endpoint are in flight across all workers", async () => {
  const ids = await enqueueMessages(10, 2)
  const claims = await Promise.all([1, 2, 3].map(() => webhooks.claim()))
  expect(
    byEndpoint(
      claims.flatMap(({ rows }) => rows),
      ids,
    ),
  ).toEqual([4, 2])
  expect((await webhooks.claim()).rows).toEqual([])
  const first = claims.find(({ rows }) => rows.length > 0)
  const [held] = first?.rows.filter(({ endpointId }) => endpointId === ids[0]) ?? []
  if (first === undefined || held === undefined) throw new Error("nothing was claimed")
  await webhooks.settle(first.token, held, attemptOf({ outcome: "accepted", finding: null }))
  expect(byEndpoint((await webhooks.claim()).rows, ids)).toEqual([1, 0])
})

test("a failing endpoint has one in flight, and healthy endpoints go first", async () => {
  const ids = await enqueueMessages(10, 10, 2)
  await webhooks.sql(
    "update webhook_endpoint set consecutive_failures = 1 where id = any($1::uuid[])",
    [ids.slice(0, 2)],
  )
  const { rows } = await webhooks.claim({ answering: 3, failing: 1 })
  expect(byEndpoint(rows, ids)).toEqual([expect.any(Number), expect.any(Number), 2])
  expect(rows.filter(({ isFailing }) => isFailing)).toHaveLength(1)
  const all = [...rows, ...(await webhooks.claim()).rows]
  expect(byEndpoint(all, ids)).toEqual([1, 1, 2])
})

test("the oldest go first, and deliveries due later wait", async () => {
  const [id = ""] = await enqueueMessages(6)
  await webhooks.sql(
    "update delivery set due_at = now() + interval '1 hour' where dedupe_key = $1",
    [`${id}1`],
  )
  const { rows } = await webhooks.claim()
  const { rows: claimed } = await webhooks.sql(
    "select dedupe_key as key from delivery where id = any($1::uuid[]) order by due_at",
    [rows.map((row) => row.id)],
  )
  expect(claimed.map(({ key }) => key)).toEqual([2, 3, 4, 5].map((n) => `${id}${n}`))
})

test("ten thousand rows of a dead endpoint delay no other endpoint", async () => {
  const [dead = "", alive = ""] = await enqueueMessages(10_000, 1)
  await webhooks.sql("update webhook_endpoint set consecutive_failures = 99 where id = $1", [dead])
  await webhooks.sql(
    "update delivery set due_at = now() - interval '1 day' where endpoint_id = $1",
    [dead],
  )
  const { rows } = await webhooks.claim({ answering: 1, failing: 1 })
  expect(byEndpoint(rows, [dead, alive])).toEqual([1, 1])
})

test("projects take turns, then their endpoints; a project fills at most half of the free slots", async () => {
  const crowd = await enqueueMessages(...Array.from({ length: 10 }, () => 4))
  const few = await enqueueMessages(1, 3)
  const { rows } = await webhooks.claim({ answering: 12 })
  // Four in flight and four free: more would leave fewer slots free than the project fills.
  expect(byEndpoint(rows, few)).toEqual([1, 3])
  expect(rows).toHaveLength(8)
  expect(new Set(byEndpoint(rows, crowd))).toEqual(new Set([0, 1]))
})

test("deliveries in progress count for their project, and the last slot goes to a project without any", async () => {
  const [first = ""] = await enqueueMessages(4)
  const projectId = (await webhooks.endpoint(first)).projectId
  const busy = { [projectId]: 3 }
  expect((await webhooks.claim({ answering: 3, busy })).rows).toEqual([])
  const [second = ""] = await enqueueMessages(4)
  const { rows } = await webhooks.claim({ answering: 1, busy })
  expect(byEndpoint(rows, [first, second])).toEqual([0, 1])
})

test("a claim is cheap with a hundred thousand due, and locks only the rows that it takes", async () => {
  const ids = await enqueueMessages(...Array.from({ length: 20 }, () => 5000))
  await webhooks.sql("vacuum (analyze) delivery")
  const { database } = world.services
  const { rows } = await webhooks.claim({ answering: 8 })
  expect(rows).toHaveLength(4)
  const took: number[] = []
  for (let round = 0; round < 10; round += 1) {
    const from = performance.now()
    await webhooks.claim({ answering: 8 })
    took.push(performance.now() - from)
  }
  expect(Math.min(...took)).toBeLessThan(100)
  expect(new Set(rows.map(({ endpointId }) => endpointId)).size).toBe(4)
  const free = await database.pool.query(
    "select id from delivery where endpoint_id = any($1::uuid[]) for update skip locked",
    [ids],
  )
  expect(free.rows).toHaveLength(100_000)
})
