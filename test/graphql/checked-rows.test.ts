import { RequestCache } from "@pothos/plugin-scope-auth"
import { isObjectType, type GraphQLResolveInfo } from "graphql"
import { beforeAll, expect, onTestFinished, test, vi } from "vitest"
import type { Access } from "../../src/graphql/kernel/access.ts"
import { clearRequestCache } from "../../src/graphql/kernel/clear-request-cache.ts"
import { contextFor, type Context } from "../../src/graphql/kernel/context.ts"
import { notFound } from "../../src/graphql/kernel/errors.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { schema } from "../../src/graphql/schema.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
let row: object

beforeAll(async () => {
  const { id: projectId } = await makeProject(world)
  const target = { kind: "ping", name: "gate", host: "192.0.2.1" } as const
  const { id } = await createMonitor(world.system, { projectId, ...target })
  row = await world.services.database.prisma.monitor.findUniqueOrThrow({ where: { id } })
})

/** Resolves a field of the row as an execution does. */
function read(ctx: Context, name: string): unknown {
  const type = schema.getType("Monitor")
  const field = isObjectType(type) ? type.getFields()[name] : undefined
  if (field?.resolve === undefined) throw new Error(`Monitor has no field ${name}`)
  const info = {
    parentType: type,
    returnType: field.type,
    path: { prev: undefined, key: name, typename: "Monitor" },
  } as GraphQLResolveInfo
  return field.resolve(row, {}, ctx, info)
}

function callerWith(check: Access["check"]): Context {
  const ctx = contextFor(world.services, { kind: "system", name: "test" })
  return { ...ctx, access: { ...ctx.access, check } }
}

const refuse = () => {
  throw notFound("monitor")
}

test("the permission for a row is looked up once for its columns", () => {
  const lookUp = vi.spyOn(RequestCache, "fromContext")
  onTestFinished(() => lookUp.mockRestore())
  const ctx = callerWith(() => true)
  expect([read(ctx, "name"), read(ctx, "name"), read(ctx, "id")]).toEqual([
    "gate",
    "gate",
    expect.any(String),
  ])
  expect(lookUp).toHaveBeenCalledOnce()
})

test("a row that one caller may read is refused to the next", () => {
  const [mine, theirs] = [callerWith(() => true), callerWith(refuse)]
  expect(read(mine, "name")).toBe("gate")
  expect(() => read(theirs, "name")).toThrow("no such monitor")
  expect(read(mine, "name")).toBe("gate")
  expect(() => read(theirs, "name")).toThrow("no such monitor")
})

test("a permission counts for one execution", () => {
  let isAllowed = true
  const ctx = callerWith(() => (isAllowed ? true : refuse()))
  expect(read(ctx, "name")).toBe("gate")
  isAllowed = false
  clearRequestCache(ctx)
  expect(() => read(ctx, "name")).toThrow("no such monitor")
})

test("a check that is pending allows nothing", async () => {
  const ctx = callerWith(() => Promise.reject(notFound("monitor")))
  const first = read(ctx, "name")
  const second = read(ctx, "name")
  await expect(first).rejects.toThrow("no such monitor")
  await expect(second).rejects.toThrow("no such monitor")
  await expect(read(ctx, "name")).rejects.toThrow("no such monitor")
})
