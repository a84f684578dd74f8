import { beforeAll, expect, test } from "vitest"
import { endFlaps } from "../../../src/graphql/monitoring/check/end-flaps.ts"
import { confirmSubscription } from "../../../src/graphql/status-pages/subscriber/subscription-by-link.ts"
import { confirmUrl } from "../../../src/graphql/status-pages/subscriber/subscription-link.ts"
import { subscribe } from "../../../src/graphql/status-pages/subscriber/subscribe-to-page.ts"
import type { Sender } from "../../../src/channels/message.ts"
import { email } from "../../../src/channels/mail/send-email.ts"
import { readEnv } from "../../../src/platform/env.ts"
import { pagingOf } from "../../support/paging.ts"
import { lanesOf, startProviders } from "../../support/queue.ts"
import { startSmtp } from "../../support/smtp.ts"
import { makePublicPage } from "../../support/status-page.ts"
import { testEnv, useWorld } from "../../support/world.ts"
import { fanOutDue } from "../../support/events.ts"

const mailSettings = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "Acme <status@example.com>" }
const world = useWorld({ ...testEnv, ...mailSettings })
type Smtp = Awaited<ReturnType<typeof startSmtp>>
const servers: { smtp?: Smtp } = {}
const smtp = () => servers.smtp as Smtp
beforeAll(async () => {
  servers.smtp = await startSmtp()
  return () => smtp().stop()
})

/** The real sender with the test's mail server. */
const realMail: Sender<unknown> = {
  kind: "email",
  send(config, message, sending) {
    const env = readEnv({ ...mailSettings, SMTP_URL: smtp().url })
    const services = { ...sending.services, env }
    return email.send(config as { address: string }, message, { ...sending, services })
  },
}

test("fifteen outages in half an hour are four mails to a subscriber, in one thread", async () => {
  const { services } = world
  const { prisma } = services.database
  const { projectId, page, attach } = await makePublicPage(world, { name: "Acme" })
  const { monitor } = await attach("Shop")
  const channels = { ...startProviders({}).channels, email: realMail }
  const send = async () => {
    while ((await fanOutDue(services)) > 0);
    await lanesOf(world).sendDue("notice", channels)
  }
  const address = "ada@mail.example"
  await subscribe(services, { pageId: page.id, kind: "email", address, resourceIds: [] })
  const { id } = await prisma.statusPageSubscriber.findFirstOrThrow({ where: { pageId: page.id } })
  await confirmSubscription(services, confirmUrl(services, id).split("/").at(-1) ?? "")
  await send()
  smtp().mails.length = 0

  const paging = pagingOf(world)
  const { alert } = await paging.fail(projectId, monitor)
  await send()
  for (let outage = 2; outage <= 15; outage += 1) {
    await paging.recover(monitor)
    await send()
    await paging.fail(projectId, monitor)
    await send()
    await paging.earlier(alert.id, 120)
  }
  await paging.recover(monitor)
  await send()
  await paging.earlier(alert.id, 600)
  expect(await endFlaps(services)).toBe(1)
  await send()

  const mails = smtp().mails.map(({ parsed }) => parsed)
  const incident = await prisma.incident.findFirstOrThrow({ where: { projectId } })
  expect(mails.map(({ subject }) => subject)).toMatchInlineSnapshot(`
    [
      "Shop is down · Acme",
      "Shop has recovered · Acme",
      "Shop is down again · Acme",
      "Shop has recovered · Acme",
    ]
  `)
  const [opening, ...rest] = mails
  expect(incident.resolvedAt).not.toBeNull()
  let previous = opening?.messageId
  for (const { messageId, inReplyTo, references } of rest) {
    expect(inReplyTo).toBe(previous)
    expect(references).toContain(previous)
    previous = messageId
  }
})
