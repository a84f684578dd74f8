import type { ServerResponse } from "node:http"
import { expect, onTestFinished, test } from "vitest"
import { startNotify } from "../../../src/notify/main.ts"
import type { Send } from "../../../src/platform/send-post.ts"
import { startReceiver } from "../../support/receiver.ts"
import { soon } from "../../support/soon.ts"
import { webhooksOf } from "../../support/webhooks.ts"
import { makeProject, useWorld } from "../../support/world.ts"

const world = useWorld()
const webhooks = webhooksOf(world)

test("the role sends events at once; a slow endpoint with a backlog delays no other", async () => {
  const waiting: ServerResponse[] = []
  const gate = { isOpen: false }
  const slow = await startReceiver(
    (response) => {
      if (gate.isOpen) response.end()
      else waiting.push(response)
    },
    { totalMs: 60_000 },
  )
  const quick = await startReceiver()
  const send: Send = (post) => (post.url.endsWith("/slow") ? slow : quick).send(post)
  const { id: projectId } = await makeProject(world)
  const { endpoint: stuck } = await webhooks.make(projectId, "https://127.0.0.1/slow")
  for (let count = 0; count < 10; count += 1) await webhooks.happen(projectId)
  const role = await startNotify(world.services, { send })
  onTestFinished(() => role.stop())
  await soon(() => slow.got.length).toBe(4)
  const { endpoint } = await webhooks.make(projectId, "https://127.0.0.1/quick")
  for (let count = 0; count < 10; count += 1) await webhooks.happen(projectId)
  await soon(() => quick.got.length).toBe(10)
  await soon(async () =>
    (await webhooks.deliveriesTo(endpoint.id)).map(({ state }) => state),
  ).toEqual(Array.from({ length: 10 }, () => "delivered"))
  // In flight all the time, and no more than its share.
  expect(slow.got).toHaveLength(4)
  expect(new Set((await webhooks.deliveriesTo(stuck.id)).map(({ state }) => state))).toEqual(
    new Set(["pending"]),
  )
  gate.isOpen = true
  for (const response of waiting) response.end()
  // Both endpoints receive all events.
  await soon(() => slow.got.length).toBe(20)
})

const behaviors = {
  "answer 200 and trickle the body": (response: ServerResponse) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write("."), 100)
    response.on("close", () => clearInterval(timer))
  },
  "accept and never answer": () => undefined,
}

test.each(Object.entries(behaviors))(
  "while many receivers of one project %s, another project's deliveries are sent at once",
  async (_what, behavior) => {
    const slow = await startReceiver(behavior, { totalMs: 15_000 })
    const quick = await startReceiver()
    const leave = new AbortController()
    const send: Send = (post) =>
      post.url.endsWith("/slow") ? slow.send({ ...post, signal: leave.signal }) : quick.send(post)
    const [crowd, other] = await Promise.all([makeProject(world), makeProject(world)])
    for (let count = 0; count < 50; count += 1) {
      await webhooks.make(crowd.id, "https://127.0.0.1/slow")
    }
    await webhooks.make(other.id, "https://127.0.0.1/quick")
    for (let count = 0; count < 8; count += 1) await webhooks.happen(crowd.id)
    const role = await startNotify(world.services, { send })
    onTestFinished(() => {
      leave.abort()
      return role.stop()
    })
    // Without the limit per project, more would be in flight by now.
    await soon(() => slow.got.length).toBeGreaterThanOrEqual(64)
    const delays: number[] = []
    for (let count = 1; count <= 20; count += 1) {
      const from = performance.now()
      await webhooks.happen(other.id)
      await soon(() => quick.got.length).toBe(count)
      delays.push(performance.now() - from)
    }
    // Behind the crowd it would take 15 s.
    expect(Math.max(...delays)).toBeLessThan(12_000)
  },
)
