import { expect, test } from "vitest"
import { subscribe } from "../../../src/graphql/subscriber/subscribe.ts"
import { channels } from "../../../src/notify/channels/channels.ts"
import { sendToSubscriber } from "../../../src/notify/subscriber/send.ts"
import { sendingOf, startProvider } from "../../support/chat.ts"
import { makeSubscription } from "../../support/push.ts"
import { makePublicPage } from "../../support/status-page.ts"
import { useWorld } from "../../support/world.ts"

const world = useWorld()

test("what is opened for the members' own hooks is closed to whoever subscribes, when they ask and when it is sent", async () => {
  const { page } = await makePublicPage(world)
  const inside = await startProvider(() => ({}))
  const { settings } = makeSubscription(`${inside.url}/push`)
  const closed = sendingOf(world, { SUBSCRIBER_RANGES: [] })
  expect(closed.services.env.REACHABLE_RANGES).toContain("127.0.0.0/8")
  const addresses = {
    webhook: `${inside.url}/hook`,
    slack: `${inside.url}/room`,
    web_push: JSON.stringify(settings),
  }
  for (const kind of ["webhook", "slack", "web_push"] as const) {
    const given = { pageId: page.id, kind, address: addresses[kind] }
    await expect(subscribe(closed.services, given)).rejects.toMatchObject({
      issues: [{ pointer: "#/address" }],
    })
    await subscribe(world.services, given)
  }
  const { prisma } = world.services.database
  const taken = await prisma.statusPageSubscriber.findMany({ where: { pageId: page.id } })
  expect(taken).toHaveLength(3)
  const due = { event: "subscriber.asked", payload: {} }
  for (const one of taken) {
    const addressee = { ...one, isConfirmed: false, page }
    expect(await sendToSubscriber(channels, addressee, due, closed)).toMatchObject({ kind: "dead" })
    expect(inside.heard).toEqual([])
  }
})
