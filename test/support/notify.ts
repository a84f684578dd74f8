import { afterAll, beforeAll } from "vitest"
import { startNotify } from "../../src/notify/main.ts"
import type { World } from "./world.ts"

/** Runs the notify role beside a world, for the whole file or until it is stopped. */
export function useNotify(world: World) {
  const held: { stop?(): Promise<void> } = {}
  beforeAll(async () => {
    Object.assign(held, await startNotify(world.services))
  })
  afterAll(() => held.stop?.())
  return { stop: () => held.stop?.() }
}
