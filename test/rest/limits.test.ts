import { expect, test } from "vitest"
import { startApi } from "../../src/api/main.ts"
import { makeKey, useApi } from "../support/api.ts"
import { call, type RestAnswer } from "../support/rest.ts"
import { soon } from "../support/soon.ts"
import { makeProject } from "../support/world.ts"

const api = useApi()

async function scene(plan: "free" | "pro" = "free") {
  const { id: projectId } = await makeProject(api.world, plan)
  const key = await makeKey(api.world, projectId)
  const get = (path = "/v1/monitors", where: { address: string } = api) =>
    call(where, key.authorization, "GET", path)
  return { projectId, key, get }
}

const limitsOf = ({ headers }: RestAnswer) => ({
  policy: headers.get("ratelimit-policy"),
  left: headers.get("ratelimit")?.replaceAll(/;t=\d+/g, ""),
  triple: [headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")],
})

test("every response to a valid key has the remaining requests, and reading usage does not count", async () => {
  const { get } = await scene()
  const days = new Date(
    Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 0),
  ).getUTCDate()
  const policy = `"minute";q=60;w=60, "month";q=1000;w=${days * 86_400}`
  for (const [path, status, left] of [
    ["/v1/monitors", 200, 59],
    ["/v1/usage", 200, 59],
    ["/v1/nothing", 404, 58],
    ["/v1/monitors?limit=0", 400, 57],
    ["/v1/usage", 200, 57],
  ] as const) {
    const answer = await get(path)
    expect([path, answer.status, limitsOf(answer)]).toEqual([
      path,
      status,
      {
        policy,
        left: `"minute";r=${left}, "month";r=${940 + left}`,
        triple: ["60", String(left)],
      },
    ])
  }
  expect((await get("/v1/usage")).body).toMatchObject({
    plan: "free",
    requests: { used: 3, limit: 1000, remaining: 997 },
    burst: { limit_per_minute: 60, remaining: 57 },
    monitors: { used: 0, limit: 10 },
    status_pages: { used: 0, limit: 1 },
  })
})

test("two servers together accept exactly the limit per minute; the rest get the time to wait", async () => {
  const { get } = await scene()
  const second = await startApi(api.world.services)
  try {
    const servers = [api, second]
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, i) => get("/v1/monitors", servers[i % 2])),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(20)
    for (const { headers, body } of refused) {
      expect(body).toMatchObject({ code: "rate_limited", status: 429 })
      const wait = Number(headers.get("retry-after"))
      const reset = Number(/"minute";r=0;t=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1])
      expect(wait).toBeGreaterThanOrEqual(reset)
      expect(wait).toBeLessThanOrEqual(60)
    }
    expect((await get("/v1/usage")).status).toBe(200)
    expect((await get("/v1/usage", second)).body).toMatchObject({
      requests: { used: 60 },
      burst: { remaining: 0 },
    })
    // The window is over: requests are accepted again.
    await api.world.services.database.pool.query(
      "update request_count set window_started_at = date_trunc('milliseconds', now()) - interval '70 seconds'",
    )
    expect((await get()).status).toBe(200)
  } finally {
    await second.stop()
  }
})

test("an exhausted month refuses requests until it ends, GraphQL with a key as well", async () => {
  const { get, projectId, key } = await scene()
  await get()
  await api.world.services.database.pool.query(
    "update request_count set month_used = 999 where project_id = $1",
    [projectId],
  )
  const ask = () => api.post({ query: "{ __typename }" }, { authorization: key.authorization })
  const last = await ask()
  expect([last.status, last.headers.get("ratelimit")]).toEqual([
    200,
    expect.stringContaining('"month";r=0'),
  ])
  const beyond = await ask()
  expect([beyond.status, beyond.body]).toMatchObject([
    429,
    { errors: [{ extensions: { code: "rate_limited" } }] },
  ])
  const answer = await get()
  expect(answer.status).toBe(429)
  const end = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 1)
  const wait = Number(answer.headers.get("retry-after"))
  expect(Math.abs(wait - (end - Date.now()) / 1000)).toBeLessThan(5)
})

test("requests refused because of their key do not count", async () => {
  const { get, key } = await scene()
  await call(api, `${key.authorization}x`, "GET", "/v1/monitors")
  expect((await get("/v1/usage")).body).toMatchObject({ requests: { used: 0 } })
})

test("a revoked key is refused by every server within a second", async () => {
  const { get, key } = await scene("pro")
  const second = await startApi(api.world.services)
  try {
    expect([(await get()).status, (await get("/v1/monitors", second)).status]).toEqual([200, 200])
    await key.revoke()
    const revokedAt = performance.now()
    for (const server of [api, second]) {
      await soon(async () => (await get("/v1/monitors", server)).status).toBe(401)
    }
    expect(performance.now() - revokedAt).toBeLessThan(1000)
  } finally {
    await second.stop()
  }
})

test("an address that keeps sending invalid keys must wait", async () => {
  const statuses = new Set<number>()
  for (let i = 0; i < 320; i += 1) {
    statuses.add((await call(api, "Bearer nonsense", "GET", "/v1/monitors")).status)
  }
  expect([...statuses]).toEqual([401, 429])
  const { get } = await scene()
  expect((await get()).status).toBe(200)
})
