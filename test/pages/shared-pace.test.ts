import { expect, test } from "vitest"
import { forgetTries } from "../../src/meter/tries.ts"
import { createSharedPace } from "../../src/pages/shared-pace.ts"
import { useWorld } from "../support/world.ts"

const world = useWorld()
const rows = () => world.services.database.prisma.pace

test("tries are counted for all processes together, each thing and each network by itself", async () => {
  const limit = { tries: 3, windowMs: 60_000 }
  const [one, other, apart] = [
    createSharedPace(world.services, "knock", limit),
    createSharedPace(world.services, "knock", limit),
    createSharedPace(world.services, "subscribe", limit),
  ]
  expect([await one("203.0.113.7"), await other("203.0.113.7"), await one("203.0.113.7")]).toEqual([
    0, 0, 0,
  ])
  const waitMs = await other("203.0.113.7")
  expect(waitMs).toBeGreaterThan(50_000)
  expect(waitMs).toBeLessThanOrEqual(60_000)
  expect(await other("203.0.113.8")).toBe(0)
  expect(await apart("203.0.113.7")).toBe(0)

  // A process that was just started knows of it too; when the window is over all begin anew.
  const fresh = createSharedPace(world.services, "knock", limit)
  expect(await fresh("203.0.113.7")).toBeGreaterThan(0)
  await rows().updateMany({ data: { endsAt: new Date(Date.now() - 1) } })
  expect(await createSharedPace(world.services, "knock", limit)("203.0.113.7")).toBe(0)
})

test("addresses are not written down, and what is over is forgotten", async () => {
  await rows().deleteMany()
  const pace = createSharedPace(world.services, "knock", { tries: 3, windowMs: 60_000 })
  await pace("203.0.113.7")
  const [row] = await rows().findMany()
  expect(Buffer.from(row?.key ?? []).toString("latin1")).not.toContain("203.0.113.7")
  await forgetTries(world.services.database.pool)
  expect(await rows().count()).toBe(1)
  await rows().updateMany({ data: { endsAt: new Date(Date.now() - 1) } })
  await forgetTries(world.services.database.pool)
  expect(await rows().count()).toBe(0)
})

test("a flood is held back without asking the database about each", async () => {
  await rows().deleteMany()
  const pace = createSharedPace(world.services, "flood", { tries: 3, windowMs: 60_000 })
  for (let at = 0; at < 100; at += 1) await pace("203.0.113.9")
  expect(await rows().findMany({ select: { tries: true } })).toEqual([{ tries: 3 }])
})
