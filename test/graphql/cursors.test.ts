import { getNamedType, isObjectType } from "graphql"
import pg from "pg"
import { describe, expect, test, vi } from "vitest"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { inviteMember } from "../../src/graphql/workspace/member/invite-member.ts"
import { createFeed } from "../../src/graphql/on-call/calendar/create-feed.ts"
import { schema } from "../../src/graphql/schema.ts"
import { ask } from "../support/ask.ts"
import { insertMonitor } from "../support/checks.ts"
import { makePerson } from "../support/people.ts"
import { createProject } from "../../src/graphql/workspace/project/create-project.ts"
import { newId } from "../../src/platform/id.ts"
import { useWorld } from "../support/world.ts"

const world = useWorld()
const encoded = (text: string) => Buffer.from(text).toString("base64url")
const nonsense = ["no-uuid", "\u0000", "null", "[]", "GPC:S:", `GPC:S:${newId()}`].map(encoded)

/** All lists of a type that are paginated by cursor. */
function listsOf(typeName: string): string[] {
  const type = schema.getType(typeName)
  if (!isObjectType(type)) throw new Error(`${typeName} is no type`)
  return Object.values(type.getFields())
    .filter((field) => getNamedType(field.type).name.endsWith("Connection"))
    .map((field) => field.name)
}

describe.each(["Project", "Monitor"])("an invalid cursor in the lists of a %s", (typeName) => {
  test.each(listsOf(typeName))("%s", async (list) => {
    const { ctx } = await makePerson(world)
    const project = await createProject(ctx, { name: "Cursors" })
    const monitor = await insertMonitor(world, project.id)
    const id = typeName === "Project" ? project.id : monitor.id
    for (const after of nonsense) {
      const source = `query ($id: ID!, $after: String) {
        ${typeName.toLowerCase()}(id: $id) { ${list}(first: 1, after: $after) { pageInfo { hasNextPage } } }
      }`
      const { errors } = await ask(world, ctx.actor, source, { id, after })
      expect({ after, codes: errors.map(({ code }) => code) }).toEqual({
        after,
        codes: ["validation_failed"],
      })
    }
  })
})

/** A person with a project and a row in each of its lists. */
async function makeHouse(label: string) {
  const { prisma } = world.services.database
  const { ctx, userId, email } = await makePerson(world)
  const { id: projectId } = await createProject(ctx, { name: label })
  const { id: monitorId } = await insertMonitor(world, projectId)
  await insertMonitor(world, projectId, { parentId: monitorId })
  await prisma.label.create({ data: { id: newId(), projectId, name: label, color: "#000000" } })
  await inviteMember(ctx, { projectId, email: `for-${email}`, role: "viewer" })
  await createKey(ctx, { projectId, class: "ingestion", name: "Collector" })
  await createFeed(ctx, { projectId, userId })
  const received = { id: newId(), monitorId, sourceIp: "192.0.2.1", method: "GET" }
  await prisma.heartbeatPing.create({ data: { ...received, kind: "success" } })
  const now = new Date()
  const changed = { id: newId(), monitorId, at: now, decidedAt: now }
  await prisma.statusChange.create({ data: { ...changed, to: "offline" } })
  return { ctx, projectId, monitorId }
}

type House = Awaited<ReturnType<typeof makeHouse>>
type Connection = { pageInfo: object; edges: { cursor: string }[] }

const paths = [
  "project labels",
  "project states",
  "project severities",
  "project members",
  "project invitations",
  "project keys",
  "project onCallFeeds",
  "project auditEntries",
  "monitor children",
  "monitor pings",
  "monitor statusChanges",
  "viewer memberships",
  "projects",
]

/** Reads a list, given as "field list" or as a root field. */
async function read({ ctx, projectId, monitorId }: House, path: string, args: string) {
  const [field = "", list] = path.split(" ")
  const opened: Record<string, string> = {
    project: `project(id: "${projectId}")`,
    monitor: `monitor(id: "${monitorId}")`,
    viewer: "viewer",
  }
  const page = `(${args}) { pageInfo { hasNextPage hasPreviousPage } edges { cursor } }`
  const source = list === undefined ? `${path}${page}` : `${opened[field]} { ${list}${page} }`
  const { data, errors } = await ask(world, ctx.actor, `{ ${source} }`)
  const found = data?.[field] as Connection | Record<string, Connection> | null
  const connection = list === undefined ? found : (found as Record<string, Connection>)?.[list]
  return { connection: (connection ?? null) as Connection | null, errors }
}

const cursorsOf = ({ connection }: { connection: Connection | null }) =>
  connection?.edges.map(({ cursor }) => cursor) ?? []

/** The same position, of a row that does not exist. */
function ofUnknown(cursor: string): string {
  const [order, key] = JSON.parse(Buffer.from(cursor, "base64url").toString())
  return encoded(JSON.stringify([order, key, newId()]))
}

test.each(paths)(
  "a cursor of another project's row reads like one of an unknown row: %s",
  async (path) => {
    const [own, foreign] = [await makeHouse("middle"), await makeHouse("secret")]
    const all = cursorsOf(await read(own, path, "first: 100"))
    const [cursor = ""] = cursorsOf(await read(foreign, path, "first: 1"))
    expect(all).not.toEqual([])
    expect(cursor).not.toBe("")
    for (const side of ["after", "before"]) {
      const answer = await read(own, path, `first: 5, ${side}: "${cursor}"`)
      expect(answer).toEqual(await read(own, path, `first: 5, ${side}: "${ofUnknown(cursor)}"`))
      expect(answer.errors).toEqual([])
      expect(all).toEqual(expect.arrayContaining(cursorsOf(answer)))
    }
  },
)

test.each(paths)("a cursor of another list fails: %s", async (path) => {
  const house = await makeHouse("lists")
  const other = path === "project labels" ? "project keys" : "project labels"
  const [cursor] = cursorsOf(await read(house, other, "first: 1"))
  for (const side of ["after", "before"]) {
    const { connection, errors } = await read(house, path, `first: 5, ${side}: "${cursor}"`)
    expect(connection).toBeNull()
    expect(errors).toMatchObject([
      { code: "validation_failed", message: expect.stringContaining(`#/${side} is not a cursor`) },
    ])
  }
})

test.each(["project states", "project severities"])(
  "a list ordered by several columns is paged forward and backward: %s",
  async (path) => {
    const house = await makeHouse("columns")
    const all = cursorsOf(await read(house, path, "first: 100"))
    expect(all.length).toBeGreaterThan(4)
    for (const [index, cursor] of all.entries()) {
      const next = await read(house, path, `first: 2, after: "${cursor}"`)
      expect(cursorsOf(next)).toEqual(all.slice(index + 1, index + 3))
      expect(next.connection?.pageInfo).toEqual({
        hasNextPage: index + 3 < all.length,
        hasPreviousPage: true,
      })
      const previous = await read(house, path, `last: 2, before: "${cursor}"`)
      expect(cursorsOf(previous)).toEqual(all.slice(Math.max(0, index - 2), index))
      expect(previous.connection?.pageInfo).toEqual({
        hasNextPage: true,
        hasPreviousPage: index > 2,
      })
    }
  },
)

test("a cursor works after its row was renamed or deleted", async () => {
  const { prisma } = world.services.database
  const house = await makeHouse("a")
  const data = { projectId: house.projectId, color: "#000000" }
  const made = ["b", "c", "d"].map((name) => ({ ...data, id: newId(), name }))
  await prisma.label.createMany({ data: made })
  const [, b = ""] = cursorsOf(await read(house, "project labels", "first: 2"))
  const rest = cursorsOf(await read(house, "project labels", `first: 5, after: "${b}"`))
  expect(rest).toHaveLength(2)
  const where = { id: made[0]?.id ?? "" }
  await prisma.label.update({ where, data: { name: "e" } })
  const moved = await read(house, "project labels", `first: 5, after: "${b}"`)
  expect(cursorsOf(moved).slice(0, 2)).toEqual(rest)
  await prisma.label.delete({ where })
  expect(cursorsOf(await read(house, "project labels", `first: 5, after: "${b}"`))).toEqual(rest)
})

test("rows with equal times are neither repeated nor left out", async () => {
  const { prisma } = world.services.database
  const house = await makeHouse("moment")
  const { projectId } = house
  const entry = { projectId, action: "x.y", actorKind: "system", actorName: "test" } as const
  const at = new Date("2026-01-01T00:00:00.123Z")
  const rows = Array.from({ length: 6 }, () => ({ ...entry, id: newId(), at }))
  await prisma.auditEntry.createMany({ data: rows })
  const all = cursorsOf(await read(house, "project auditEntries", "first: 100"))
  const seen: string[] = []
  for (let after = ""; ; after = `, after: "${seen.at(-1)}"`) {
    const page = cursorsOf(await read(house, "project auditEntries", `first: 2${after}`))
    if (page.length === 0) break
    seen.push(...page)
  }
  expect(seen).toEqual(all)
})

test("a cursor with an impossible key fails with validation_failed", async () => {
  const house = await makeHouse("forged")
  const forged = {
    "project labels": ["labels", "\u0000"],
    "project keys": ["keys", "2026-13-01T00:00:00Z"],
    "project invitations": ["invitations", "0000-01-01T00:00:00Z"],
    "project states": ["states", ["monitor", "1"]],
    "project severities": ["severities", ["incident"]],
    "monitor statusChanges": ["status-changes", "9999999999"],
  }
  for (const [path, position] of Object.entries(forged)) {
    const after = encoded(JSON.stringify([...position, newId()]))
    const { errors } = await read(house, path, `first: 1, after: "${after}"`)
    expect({ path, errors }).toMatchObject({ errors: [{ code: "validation_failed" }] })
  }
})

test("nested lists take as many queries for many parents as for one", async () => {
  const { ctx } = await makeHouse("parents 1")
  const source = `{ projects { edges { node {
    labels(first: 1) { edges { node { name } } } newest: keys(first: 1) { pageInfo { hasNextPage } }
  } } } }`
  const statements = async () => {
    const query = vi.spyOn(pg.Client.prototype, "query")
    const { errors } = await ask(world, ctx.actor, source)
    expect(errors).toEqual([])
    const { length } = query.mock.calls
    query.mockRestore()
    return length
  }
  // Opens the connection.
  await statements()
  const ofOne = await statements()
  for (const name of ["parents 2", "parents 3"]) await createProject(ctx, { name })
  expect(await statements()).toBe(ofOne)
})
