import { expect, onTestFinished, test } from "vitest"
import type { Outcome } from "../../../src/notify/channels/channel.ts"
import { startLane } from "../../../src/notify/lane/work.ts"
import { startNotify } from "../../../src/notify/main.ts"
import { arrived, lanesOf, pageOf, startProviders } from "../../support/lane.ts"
import { soon } from "../../support/soon.ts"
import { makeProject, useWorld } from "../../support/world.ts"

const world = useWorld()
const lanes = lanesOf(world)

const readPages = (_: unknown, ids: string[]) => Promise.resolve(ids.map(() => pageOf()))

test("a notice is sent as soon as it is owed, and its receipt and attempt are kept", async () => {
  const { id: projectId } = await makeProject(world)
  const channel = await lanes.makeChannel(projectId, "email")
  const { channels, got } = startProviders({ email: () => arrived("<1@mail>") })
  const role = await startNotify(world.services, { channels })
  onTestFinished(() => role.stop())
  const id = await lanes.owe(projectId, channel)
  await soon(async () => (await lanes.read(id)).state).toBe("delivered")
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
  expect(await lanes.read(id)).toMatchObject({
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

test("a flood of mails and a provider that never answers delay no SMS", async () => {
  const { id: projectId } = await makeProject(world)
  const never = Promise.withResolvers<Outcome>()
  const { channels, of } = startProviders({
    email: () => never.promise,
    sms: () => arrived(),
    voice: () => never.promise,
  })
  await Promise.all(
    Array.from({ length: 400 }, async (_, at) => {
      const channel = await lanes.makeChannel(projectId, at % 2 === 0 ? "email" : "voice")
      await lanes.owe(projectId, channel, { lane: at % 3 === 0 ? "page" : "notice", priority: 20 })
    }),
  )
  const loops = (["page", "notice"] as const).map((lane) =>
    startLane(world.services, lane, { channels, readPages }),
  )
  await soon(() => of("email").length + of("voice").length).toBe(256)
  const channel = await lanes.makeChannel(projectId, "sms")
  const page = await lanes.owe(projectId, channel, { lane: "page" })
  const notice = await lanes.owe(projectId, channel)
  for (const loop of loops) loop.nudge()
  await soon(async () => (await lanes.read(page)).state).toBe("delivered")
  await soon(async () => (await lanes.read(notice)).state).toBe("delivered")
  // All the while the others hang in the hands of their own kind.
  expect(of("email").length + of("voice").length).toBe(256)
  const stopped = Promise.all(loops.map((loop) => loop.stop()))
  never.resolve(arrived())
  await stopped
})
