import type { ServerResponse } from "node:http"
import { expect, onTestFinished, test } from "vitest"
import { startNotify } from "../../../src/notify/main.ts"
import type { Send } from "../../../src/notify/webhook/send.ts"
import { startReceiver } from "../../support/receiver.ts"
import { soon } from "../../support/soon.ts"
import { webhooksOf } from "../../support/webhooks.ts"
import { makeProject, useWorld } from "../../support/world.ts"

const world = useWorld()
const webhooks = webhooksOf(world)

test("the role sends what happens at once; a slow endpoint with a backlog holds up no other", async () => {
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
  // In flight all the while, and no more than its share.
  expect(slow.got).toHaveLength(4)
  expect(new Set((await webhooks.deliveriesTo(stuck.id)).map(({ state }) => state))).toEqual(
    new Set(["pending"]),
  )
  gate.isOpen = true
  for (const response of waiting) response.end()
  // Both endpoints are told of all that happened.
  await soon(() => slow.got.length).toBe(20)
})
