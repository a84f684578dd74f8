import { expect, test } from "vitest"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { resolveIncident } from "../../src/graphql/incidents/incident/change-state.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { deleteMonitor } from "../../src/graphql/monitoring/monitor/write/delete-monitor.ts"
import { updateMonitor } from "../../src/graphql/monitoring/monitor/write/update-monitor.ts"
import { makeKey, useApi } from "../support/api.ts"
import { call } from "../support/rest.ts"
import { makeProject } from "../support/world.ts"

const api = useApi()

type Page = {
  data: { name?: string; title?: string }[]
  has_more: boolean
  next_cursor: string | null
}

async function scene() {
  const { id: projectId } = await makeProject(api.world)
  const { authorization } = await makeKey(api.world, projectId)
  const monitor = (name: string) =>
    createMonitor(api.world.system, { projectId, kind: "http", name, url: "http://127.0.0.1:1/" })
  const get = async (path: string) => (await call(api, authorization, "GET", path)).body as Page
  /** The whole list, page by page; `between` runs after each page. */
  const walk = async (
    path: string,
    between: (seen: string[]) => Promise<unknown> = () => Promise.resolve(),
  ) => {
    const seen: string[] = []
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: Page = await get(`${path}${cursor === "" ? "" : `&after=${cursor}`}`)
      expect(page.has_more).toBe(page.next_cursor !== null)
      seen.push(...page.data.map(({ name, title }) => name ?? title ?? ""))
      cursor = page.next_cursor
      await between(seen)
    }
    return seen
  }
  return { projectId, monitor, walk, get }
}

test("monitors are paginated by name, then id, while others are added, deleted or renamed", async () => {
  const { monitor, walk } = await scene()
  for (const name of ["b", "d", "f", "h", "d", "d"]) await monitor(name)
  expect(await walk("/v1/monitors?limit=1")).toEqual(["b", "d", "d", "d", "f", "h"])
  const gone = await monitor("c")
  const moved = await monitor("a")
  let turn = 0
  const seen = await walk("/v1/monitors?limit=3", async () => {
    turn += 1
    if (turn !== 1) return
    await monitor("aa")
    await monitor("g")
    await deleteMonitor(api.world.system, gone.id)
    await updateMonitor(api.world.system, moved.id, { name: "z" })
  })
  expect(seen).toEqual(["a", "b", "c", "d", "d", "d", "f", "g", "h", "z"])
})

test("active incidents are paginated newest first, also when the last one of a page is resolved meanwhile", async () => {
  const { projectId, walk, get } = await scene()
  const made: Awaited<ReturnType<typeof declareIncident>>[] = []
  for (const title of ["1", "2", "3", "4", "5"]) {
    made.push(await declareIncident(api.world.system, { projectId, title }))
  }
  const seen = await walk("/v1/incidents?active_only=true&limit=2", async (titles) => {
    const last = made.find(({ title }) => title === titles.at(-1))
    if (titles.length === 2 && last) await resolveIncident(api.world.system, last.id)
  })
  expect(seen).toEqual(["5", "4", "3", "2", "1"])
  expect((await get("/v1/incidents?active_only=true")).data).toHaveLength(4)
  expect((await get("/v1/incidents")).data).toHaveLength(5)
})

test("has_more is false if the last page is full", async () => {
  const { monitor, get } = await scene()
  for (const name of ["a", "b"]) await monitor(name)
  expect(await get("/v1/monitors?limit=2")).toMatchObject({ has_more: false, next_cursor: null })
  expect(await get("/v1/monitors?limit=1")).toMatchObject({ has_more: true })
})

test("a cursor works only with the list, project and parameters it came from", async () => {
  const { monitor, get } = await scene()
  for (const name of ["a", "b", "c"]) await monitor(name)
  const other = await scene()
  await other.monitor("x")
  const { next_cursor: cursor } = await get("/v1/monitors?limit=1")
  if (cursor === null) throw new Error("there is a second page")
  const flipped = `${cursor.slice(0, -2)}${cursor.at(-2) === "A" ? "B" : "A"}${cursor.at(-1)}`
  for (const ask of [
    get(`/v1/monitors?limit=2&after=${cursor}`),
    get(`/v1/monitors?after=${cursor}`),
    get(`/v1/incidents?limit=1&after=${cursor}`),
    get(`/v1/monitors?limit=1&after=${flipped}`),
    get(`/v1/monitors?limit=1&after=${cursor}A`),
    other.get(`/v1/monitors?limit=1&after=${cursor}`),
  ]) {
    expect(await ask).toMatchObject({
      code: "validation_failed",
      errors: [{ parameter: "after", detail: expect.stringContaining("is not a cursor") }],
    })
  }
  expect((await get(`/v1/monitors?after=${cursor}&limit=1`)).data).toMatchObject([{ name: "b" }])
})

test("a time has milliseconds, whatever its fraction and the server's time zone", async () => {
  const { monitor, get } = await scene()
  const written = ["05.123", "05.12", "05.1", "05", "05.001"]
  const { pool } = api.world.services.database
  for (const seconds of written) {
    const { id } = await monitor(seconds)
    await pool.query("update monitor set created_at = $2 where id = $1", [
      id,
      `2026-03-29 02:30:${seconds}+02`,
    ])
  }
  const { data } = await get("/v1/monitors")
  const received = new Map(
    (data as { name: string; created_at: string }[]).map((one) => [one.name, one.created_at]),
  )
  expect(written.map((name) => received.get(name))).toEqual([
    "2026-03-29T00:30:05.123Z",
    "2026-03-29T00:30:05.120Z",
    "2026-03-29T00:30:05.100Z",
    "2026-03-29T00:30:05.000Z",
    "2026-03-29T00:30:05.001Z",
  ])
})
