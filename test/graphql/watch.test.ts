import { expect, test, vi } from "vitest"
import type { Context } from "../../src/graphql/kernel/context.ts"
import { watch } from "../../src/graphql/live/watch.ts"
import type { Watched, Watcher } from "../../src/graphql/live/watcher.ts"
import { newId } from "../../src/platform/id.ts"
import { makeMember } from "../support/people.ts"
import { soon } from "../support/soon.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const name = ({ row, isSnapshot }: Watched<string>) => (isSnapshot ? `state ${row}` : row)

/** Streams of one document over a small state; each nudge reads the id it carries. */
async function makeStage() {
  const { id: projectId } = await makeProject(world)
  const shareKey = newId()
  const counts = { snapshots: 0, executions: 0 }
  const open = (ctx: Context, how: Partial<Watcher<string, string>> = {}) => {
    const results: string[] = []
    const reader = { results, room: Number.POSITIVE_INFINITY, handle: { resume() {}, leave() {} } }
    const stream = watch(
      { ...ctx, shareKey },
      {
        projectId,
        permission: "monitors:read",
        noun: "monitor",
        topic: "monitor.changed",
        matches: (payload) => payload.projectId === projectId,
        async snapshot() {
          counts.snapshots += 1
          return Promise.resolve(["now"])
        },
        read: ({ monitorId }) => Promise.resolve(monitorId),
      },
    )
    reader.handle = stream.join<string>({
      async execute(event) {
        counts.executions += 1
        return Promise.resolve({ result: name(event), isPersonal: false })
      },
      take(one) {
        results.push(one)
        reader.room -= 1
        return reader.room > 0
      },
      fail: (error) => void results.push(String(error)),
      ...how,
    })
    return reader
  }
  const nudge = async (ids: string[]) => {
    const messages = ids.map((monitorId) => ({
      topic: "monitor.changed" as const,
      payload: { projectId, monitorId },
    }))
    await world.services.bus.publish(messages)
  }
  const member = async () => (await makeMember(world, projectId, "viewer")).ctx
  return { projectId, counts, open, nudge, member }
}

const some = (count: number) => Array.from({ length: count }, () => newId())

test("a slow reader misses nothing, and the others do not wait for it", async () => {
  const { open, nudge, member } = await makeStage()
  const quick = open(await member())
  const slow = open(await member())
  await soon(() => [quick.results, slow.results]).toEqual([["state now"], ["state now"]])
  slow.room = 2
  const ids = some(30)
  await nudge(ids)
  await soon(() => quick.results).toEqual(["state now", ...ids])
  expect(slow.results).toEqual(["state now", ...ids.slice(0, 2)])
  slow.room = 3
  slow.handle.resume()
  await soon(() => slow.results).toEqual(["state now", ...ids.slice(0, 5)])
  slow.room = Number.POSITIVE_INFINITY
  slow.handle.resume()
  await soon(() => slow.results.length).toBe(31)
  expect(slow.results).toEqual(["state now", ...ids])
})

test("a reader more than a thousand events behind restarts with the current state", async () => {
  const { open, nudge, member } = await makeStage()
  const quick = open(await member())
  const slow = open(await member())
  await soon(() => slow.results).toEqual(["state now"])
  slow.room = 1
  const [first = "", ...others] = some(1012)
  await nudge([first])
  await soon(() => slow.results).toEqual(["state now", first])
  await nudge(others)
  await soon(() => quick.results.length).toBe(1013)
  slow.room = Number.POSITIVE_INFINITY
  slow.handle.resume()
  await soon(() => slow.results.length).toBe(3)
  expect(slow.results).toEqual(["state now", first, "state now"])
})

test("a reader that loses access gets the error before buffered events", async () => {
  const { open, nudge, member } = await makeStage()
  const leaving = await member()
  const reader = open(leaving)
  await soon(() => reader.results).toEqual(["state now"])
  reader.room = 1
  const [first = "", second = ""] = some(2)
  await nudge([first])
  await soon(() => reader.results).toEqual(["state now", first])
  await nudge([second])
  if (leaving.actor.kind !== "user") throw new Error("a person")
  // Without a message on the bus: permissions must be checked before each event.
  await world.services.database.prisma.session.delete({ where: { id: leaving.actor.sessionId } })
  reader.room = Number.POSITIVE_INFINITY
  reader.handle.resume()
  await soon(() => reader.results.at(-1)).toMatch(/has ended\.$/)
  expect(reader.results.slice(0, 2)).toEqual(["state now", first])
  expect(reader.results).toHaveLength(3)
})

test("all permissions are checked in one statement, and streams opened together share one read of the state", async () => {
  const { open, nudge, member, counts } = await makeStage()
  const members = await Promise.all(some(6).map(member))
  const { pool } = world.services.database
  const asked = vi.spyOn(pool, "query")
  const statements = () =>
    asked.mock.calls.flatMap(([query]: unknown[]) =>
      typeof query === "object" && query !== null && "name" in query ? [query.name] : [],
    )
  const readers = members.flatMap((ctx) => [open(ctx), open(ctx)])
  await soon(() => readers.filter(({ results }) => results.length === 1).length).toBe(12)
  expect(counts).toEqual({ snapshots: 1, executions: 1 })
  const [id = ""] = some(1)
  await nudge([id])
  await soon(() => readers.filter(({ results }) => results[1] === id).length).toBe(12)
  expect(counts).toEqual({ snapshots: 1, executions: 2 })
  // One at the opening, one at the event, and perhaps one by the timer.
  const rights = statements().filter((name) => name === "reauthorize-sessions").length
  asked.mockRestore()
  expect(rights).toBeGreaterThanOrEqual(2)
  expect(rights).toBeLessThanOrEqual(3)
})

test("data that depends on the session is read per session and shared by its streams", async () => {
  const { open, member } = await makeStage()
  const members = await Promise.all([member(), member()])
  let executions = 0
  const execute = () => {
    executions += 1
    return Promise.resolve({ result: `made ${executions}`, isPersonal: true })
  }
  const readers = members.flatMap((ctx) => [open(ctx, { execute }), open(ctx, { execute })])
  await soon(() => readers.every(({ results }) => results.length === 1)).toBe(true)
  expect(readers.map(({ results }) => results[0])).toEqual(["made 1", "made 1", "made 2", "made 2"])
})
