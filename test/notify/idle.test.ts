import { expect, test } from "vitest"
import { startNotify } from "../../src/notify/main.ts"
import { useWorld } from "../support/world.ts"

const world = useWorld()

test("a role that has nothing to do does not load Prisma, which takes 70 MB", async () => {
  const { services } = world
  const asked: string[] = []
  const database = Object.create(services.database, {
    prisma: {
      get() {
        asked.push(new Error("Prisma is used").stack ?? "")
        return services.database.prisma
      },
    },
  }) as typeof services.database
  const role = await startNotify({ ...services, database })
  // Each loop has begun its first round, and ends it.
  await role.stop()
  expect(asked).toEqual([])
})
