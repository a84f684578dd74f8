import { expect, onTestFinished, test } from "vitest"
import type { Outcome } from "../../../src/channels/message.ts"
import { messageQueue } from "../../../src/notify/message/message-queue.ts"
import { startQueue } from "../../../src/notify/engine/start-queue.ts"
import { startNotify } from "../../../src/notify/main.ts"
import { arrived, lanesOf, pageOf, startProviders } from "../../support/queue.ts"
import { soon } from "../../support/soon.ts"
import { makeProject, useWorld } from "../../support/world.ts"

const world = useWorld()
const queues = lanesOf(world)

const readPages = (_: unknown, ids: string[]) => Promise.resolve(ids.map(() => pageOf()))

test("a notice is sent as soon as it is enqueued, and its receipt and attempt are stored", async () => {
  const { id: projectId } = await makeProject(world)
  const channel = await queues.makeChannel(projectId, "email")
  const { channels, got } = startProviders({ email: () => arrived("<1@mail>") })
  const role = await startNotify(world.services, { channels })
  onTestFinished(() => role.stop())
  const id = await queues.enqueueMessages(projectId, channel)
  await soon(async () => (await queues.read(id)).state).toBe("delivered")
  expect(got).toEqual([
    {
      kind: "email",
      config: { address: expect.stringContaining("@example.com") },
      message: {
        kind: "notice",
        subject: "You are on call",
        paragraphs: [],
        link: null,
        unsubscribeUrl: null,
      },
      deliveryId: id,
    },
  ])
  expect(await queues.read(id)).toMatchObject({
    receipt: "<1@mail>",
    confirmedAt: expect.any(Date),
    settledAt: expect.any(Date),
    attemptCount: 1,
    lastError: null,
    attempts: [{ number: 1, outcome: "accepted", responseStatus: null, error: null }],
  })
  const row = await world.services.database.prisma.channel.findUniqueOrThrow({
    where: { id: channel.id },
  })
  expect(row).toMatchObject({ lastDeliveredAt: expect.any(Date), lastError: null })
})

test("a flood of mails and a hanging provider do not delay SMS", async () => {
  const { id: projectId } = await makeProject(world)
  const never = Promise.withResolvers<Outcome>()
  const { channels, of } = startProviders({
    email: () => never.promise,
    sms: () => arrived(),
    voice: () => never.promise,
  })
  await Promise.all(
    Array.from({ length: 400 }, async (_, at) => {
      const channel = await queues.makeChannel(projectId, at % 2 === 0 ? "email" : "voice")
      await queues.enqueueMessages(projectId, channel, {
        queue: at % 3 === 0 ? "page" : "notice",
        priority: 20,
      })
    }),
  )
  const loops = (["page", "notice"] as const).map((queue) =>
    startQueue(world.services, messageQueue(world.services, queue, { channels, readPages })),
  )
  await soon(() => of("email").length + of("voice").length).toBe(256)
  const channel = await queues.makeChannel(projectId, "sms")
  const page = await queues.enqueueMessages(projectId, channel, { queue: "page" })
  const notice = await queues.enqueueMessages(projectId, channel)
  for (const loop of loops) loop.nudge()
  await soon(async () => (await queues.read(page)).state).toBe("delivered")
  await soon(async () => (await queues.read(notice)).state).toBe("delivered")
  // Meanwhile the other deliveries hang in the slots of their own kind.
  expect(of("email").length + of("voice").length).toBe(256)
  const stopped = Promise.all(loops.map((loop) => loop.stop()))
  never.resolve(arrived())
  await stopped
})
