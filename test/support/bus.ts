import { newId } from "../../src/platform/id.ts"
import type { World } from "./world.ts"

/**
 * Resolves once every message published so far was handled; a stream opened before that would also get those
 * messages, after a snapshot that already shows them.
 */
export async function busIsIdle({ services: { bus } }: World): Promise<void> {
  const testId = newId()
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = bus.subscribe("monitor_test.answered", (payload) => {
    if (payload.testId === testId) resolve()
  })
  await bus.publish([{ topic: "monitor_test.answered", payload: { testId } }])
  await promise
  stop()
}
