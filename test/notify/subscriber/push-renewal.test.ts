import { expect, test } from "vitest"
import { renewBrowser } from "../../../src/graphql/status-pages/subscriber/renew-browser.ts"
import { subscribe } from "../../../src/graphql/status-pages/subscriber/subscribe-to-page.ts"
import { sendPush } from "../../../src/notify/subscriber/subscriber-push.ts"
import { sendingOf, startProvider } from "../../support/chat.ts"
import { makeSubscription } from "../../support/push.ts"
import { makePublicPage } from "../../support/status-page.ts"
import { useWorld } from "../../support/world.ts"

const world = useWorld()

test("a browser whose subscription was renewed is not deleted for errors of the old one", async () => {
  const { page } = await makePublicPage(world)
  const { services } = world
  const rows = services.database.prisma.statusPageSubscriber
  const service = await startProvider(() => ({ status: 410 }))
  const { settings: before } = makeSubscription(`${service.url}/push/before`)
  const { settings: after } = makeSubscription(`${service.url}/push/after`)
  const kind = "web_push" as const
  await subscribe(services, { pageId: page.id, kind, address: JSON.stringify(before) })
  const { id } = await rows.findFirstOrThrow({ where: { pageId: page.id } })
  expect(await renewBrowser(services, { before, after })).toBe(1)
  const news = { kind: "notice" as const, subject: "News", paragraphs: [], link: null }
  const send = (to: typeof before) =>
    sendPush(
      { id, address: JSON.stringify(to), confirmUrl: null },
      { ...news, unsubscribeUrl: null },
      sendingOf(world),
    )
  expect(await send(before)).toMatchObject({ kind: "retry" })
  expect(await rows.count({ where: { id } })).toBe(1)
  expect(await send(after)).toMatchObject({ kind: "dead" })
  expect(await rows.count({ where: { id } })).toBe(0)
})
