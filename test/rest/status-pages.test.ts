import { beforeAll, expect, test } from "vitest"
import { attachMonitor } from "../../src/graphql/status-pages/status-page/attach-resource.ts"
import { createStatusPage } from "../../src/graphql/status-pages/status-page/create-status-page.ts"
import { newId } from "../../src/platform/id.ts"
import { makeKey, useApi } from "../support/api.ts"
import { insertMonitor } from "../support/checks.ts"
import { makeProject } from "../support/world.ts"

const api = useApi()
const held = {} as { projectId: string; authorization: string }

type Item = Record<string, unknown> & { id: string }
type Body = Item & { data: Item[]; has_more: boolean; next_cursor: string | null; code: string }

async function call(method: string, path: string, body?: unknown, authorization?: string) {
  const response = await fetch(`${api.address}/v1/status-pages${path}`, {
    method,
    headers: {
      authorization: authorization ?? held.authorization,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: (text === "" ? null : JSON.parse(text)) as Body }
}

beforeAll(async () => {
  const { id: projectId } = await makeProject(api.world)
  const { authorization } = await makeKey(api.world, projectId, [
    "status_pages:read",
    "status_pages:write",
  ])
  Object.assign(held, { projectId, authorization })
})

const makePage = (name: string) =>
  createStatusPage(api.world.system, { projectId: held.projectId, name })

test("pages are paginated by name, with every field present", async () => {
  const { id: projectId } = await makeProject(api.world)
  const { authorization } = await makeKey(api.world, projectId, ["status_pages:read"])
  for (const name of ["Charlie", "Alpha", "Bravo"]) {
    await createStatusPage(api.world.system, { projectId, name })
  }
  const first = await call("GET", "?limit=2", undefined, authorization)
  expect(first).toMatchObject({
    status: 200,
    body: { data: [{ name: "Alpha" }, { name: "Bravo" }], has_more: true },
  })
  expect(first.body.data[0]).toEqual({
    id: expect.any(String),
    name: "Alpha",
    description: null,
    slug: expect.stringMatching(/^alpha/),
    is_public: false,
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
  })
  const after = `?limit=2&after=${first.body.next_cursor}`
  expect(await call("GET", after, undefined, authorization)).toMatchObject({
    status: 200,
    body: { data: [{ name: "Charlie" }], has_more: false, next_cursor: null },
  })
  const elsewhere = await call("GET", `?limit=3&after=${first.body.next_cursor}`)
  expect(elsewhere).toMatchObject({ status: 400, body: { code: "validation_failed" } })
})

test("a page's text and visibility can change, null clears a field, and the slug is refused", async () => {
  const { id, slug } = await makePage("Acme")
  expect(await call("PATCH", `/${id}`, { description: "All", is_public: true })).toMatchObject({
    status: 200,
    body: { id, name: "Acme", description: "All", slug, is_public: true },
  })
  expect(await call("PATCH", `/${id}`, { description: null })).toMatchObject({
    status: 200,
    body: { name: "Acme", description: null, is_public: true },
  })
  for (const body of [{}, { slug: "other" }, { name: null }, { is_public: "yes" }, { name: "" }]) {
    expect(await call("PATCH", `/${id}`, body)).toMatchObject({
      status: 400,
      body: { code: "validation_failed" },
    })
  }
  expect((await call("PATCH", `/${id}`, {})).body).toMatchObject({
    errors: [
      { pointer: "#", detail: "must contain at least one of name, description and is_public" },
    ],
  })
})

test("monitors are attached, listed in display order, refused twice and detached", async () => {
  const page = await makePage("Shop")
  const path = `/${page.id}/resources`
  const [shop, mail] = [
    await insertMonitor(api.world, held.projectId, { name: "Shop" }),
    await insertMonitor(api.world, held.projectId, { name: "Mail" }),
  ]
  const made = await call("POST", path, { monitor_id: shop.id })
  expect(made).toEqual({
    status: 201,
    body: {
      id: expect.any(String),
      monitor: { id: shop.id, name: "Shop" },
      display_name: "Shop",
      display_description: "",
      show_uptime_percent: true,
      order: 1,
      created_at: expect.stringMatching(/Z$/),
    },
  })
  expect(await call("POST", path, { monitor_id: mail.id })).toMatchObject({
    status: 201,
    body: { order: 2 },
  })
  expect(await call("POST", path, { monitor_id: mail.id })).toMatchObject({
    status: 400,
    body: {
      code: "validation_failed",
      errors: [{ pointer: "#/monitor_id", detail: "is already shown on this page" }],
    },
  })
  const first = await call("GET", `${path}?limit=1`)
  expect(first).toMatchObject({ status: 200, body: { data: [made.body], has_more: true } })
  const other = await makePage("Other")
  expect(await call("DELETE", `/${other.id}/resources/${made.body.id}`)).toMatchObject({
    status: 404,
  })
  expect(await call("DELETE", `${path}/${made.body.id}`)).toEqual({ status: 204, body: null })
  expect(await call("DELETE", `${path}/${made.body.id}`)).toMatchObject({ status: 404 })
  // The cursor's row is deleted; the rows after it are not.
  expect(await call("GET", `${path}?limit=1&after=${first.body.next_cursor}`)).toMatchObject({
    status: 200,
    body: { data: [{ monitor: { name: "Mail" }, order: 2 }], has_more: false },
  })
})

test("another project's page, monitor or resource fails byte for byte like an unknown one", async () => {
  const { id: projectId } = await makeProject(api.world)
  const foreign = await createStatusPage(api.world.system, { projectId, name: "Foreign" })
  const { id: monitorId } = await insertMonitor(api.world, projectId)
  const given = { statusPageId: foreign.id, monitorId }
  const resource = await attachMonitor(api.world.system, given)
  const own = await makePage("Own")
  const calls = (page: string, monitor: string, row: string): [string, string, unknown?][] => [
    ["PATCH", `/${page}`, { name: "x" }],
    ["GET", `/${page}/resources`],
    ["POST", `/${page}/resources`, { monitor_id: monitor }],
    ["DELETE", `/${page}/resources/${row}`],
    ["POST", `/${own.id}/resources`, { monitor_id: monitor }],
    ["DELETE", `/${own.id}/resources/${row}`],
  ]
  const unknown = calls(newId(), newId(), newId())
  for (const [n, [method, path, body]] of calls(foreign.id, monitorId, resource.id).entries()) {
    const [, otherPath, otherBody] = unknown[n] ?? ["", ""]
    const strip = ({
      status,
      body: { instance, request_id, ...rest },
    }: Awaited<ReturnType<typeof call>>) => ({
      status,
      rest,
      instance: typeof instance,
      request_id: typeof request_id,
    })
    const known = strip(await call(method, path, body))
    expect(known).toEqual(strip(await call(method, otherPath, otherBody)))
    expect([400, 404]).toContain(known.status)
  }
  for (const path of ["/nonsense/resources", `/${own.id}/resources/1`]) {
    const method = path.endsWith("1") ? "DELETE" : "GET"
    expect(await call(method, path)).toMatchObject({ status: 400 })
  }
})
