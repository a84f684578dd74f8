import { RequestCache } from "@pothos/plugin-scope-auth"
import type { ValidatedSubscriptionArgs } from "graphql"
import { beforeAll, expect, test, vi } from "vitest"
import { builder } from "../../src/graphql/kernel/builder.ts"
import { contextFor, type Context } from "../../src/graphql/kernel/context.ts"
import { createExecutor, run } from "../../src/graphql/execution/execute.ts"
import { executeEvent } from "../../src/graphql/live/execute-event.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { schema } from "../../src/graphql/schema.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const executor = createExecutor(schema)
const requestId = "request"
let variables: { id: string }

beforeAll(async () => {
  const { id: projectId } = await makeProject(world)
  const target = { kind: "ping", name: "gate", host: "192.0.2.1" } as const
  variables = { id: (await createMonitor(world.system, { projectId, ...target })).id }
})

const rights = (ctx: Context) => RequestCache.fromContext(ctx, builder)
const answer = { data: { monitor: { name: "gate" } } }
const text = "query ($id: ID!) { monitor(id: $id) { name } }"

test("permissions cached for an execution are dropped when it ends", async () => {
  const ctx = contextFor(world.services, { kind: "system", name: "test" })
  const before = rights(ctx)
  expect(await executor.compileKnown(text)({ ctx, variables, requestId })).toEqual(answer)
  const between = rights(ctx)
  expect(between).not.toBe(before)

  const admitted = executor.authorize({ document: text, variables, ctx, requestId })
  if (!("validated" in admitted)) throw new Error("the document was refused")
  expect(await run(admitted)).toEqual(answer)
  expect(rights(ctx)).not.toBe(between)
})

test("the same applies to each event of a subscription", async () => {
  const ctx = contextFor(world.services, { kind: "system", name: "test" })
  const document = "subscription ($id: ID!) { checkRecorded(monitorId: $id) { __typename } }"
  const admitted = executor.authorize({ document, variables, ctx, requestId })
  if (!("validated" in admitted)) throw new Error("the document was refused")
  const clear = vi.spyOn(RequestCache, "clearForContext")
  await executeEvent(admitted.validated as ValidatedSubscriptionArgs, {}, ctx.access)
  expect(clear.mock.calls).toEqual([[expect.objectContaining({ access: ctx.access })]])
})
