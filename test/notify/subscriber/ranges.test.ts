import { inWords } from "../../support/in-words.ts"
import { expect, test } from "vitest"
import { subscribe } from "../../../src/graphql/status-pages/subscriber/subscribe-to-page.ts"
import { senders } from "../../../src/channels/senders.ts"
import { sendToSubscriber } from "../../../src/notify/subscriber/send-to-subscriber.ts"
import { sendingOf, startProvider } from "../../support/chat.ts"
import { makeSubscription } from "../../support/push.ts"
import { makePublicPage } from "../../support/status-page.ts"
import { useWorld } from "../../support/world.ts"

const world = useWorld()

test("ranges opened for members' webhooks are closed to subscribers, at subscription and at delivery", async () => {
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
    const recipient = { ...one, isConfirmed: false, page }
    expect(inWords(await sendToSubscriber(senders, recipient, due, closed))).toMatchObject({
      kind: "dead",
    })
    expect(inside.heard).toEqual([])
  }
})

const push = (url: string) => JSON.stringify(makeSubscription(url).settings)

test("subscriber URLs must be https on port 443, and older ones are refused at delivery", async () => {
  const { page } = await makePublicPage(world)
  const closed = sendingOf(world, { SUBSCRIBER_RANGES: [] })
  const { prisma } = world.services.database
  const wrong = {
    "https://hooks.example:8443/x": "must use port 443; leave the port out",
    "https://hooks.example:22/x": "must use port 443; leave the port out",
    "http://hooks.example/x": "must have a URL that starts with https://",
    "https://user:secret@hooks.example/x": "must not carry a user name or password",
  }
  const due = { event: "subscriber.asked", payload: {} }
  for (const [url, words] of Object.entries(wrong)) {
    for (const kind of ["webhook", "slack", "web_push"] as const) {
      const address = kind === "web_push" ? push(url) : url
      await expect(
        subscribe(closed.services, { pageId: page.id, kind, address }),
      ).rejects.toMatchObject({ code: "validation_failed" })
      if (url.includes("secret")) continue
      const sealedAddress = closed.services.vault.seal(address)
      const recipient = { id: page.id, kind, sealedAddress, isConfirmed: false, page }
      expect(inWords(await sendToSubscriber(senders, recipient, due, closed))).toEqual({
        kind: "dead",
        status: null,
        error: `Not sent: the address ${words}.`,
      })
    }
  }
  const address = "https://hooks.example:443/x"
  await subscribe(closed.services, { pageId: page.id, kind: "webhook", address })
  expect(await prisma.statusPageSubscriber.count({ where: { pageId: page.id } })).toBe(1)
})
