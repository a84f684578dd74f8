import { expect, test } from "vitest"
import { acknowledgeIncident } from "../../../src/graphql/incidents/incident/acknowledge-incident.ts"
import { addIncidentUpdate } from "../../../src/graphql/incidents/incident/add-update.ts"
import { resolveIncident } from "../../../src/graphql/incidents/incident/change-state.ts"
import { declareIncident } from "../../../src/graphql/incidents/incident/declare-incident.ts"
import { savePostmortem } from "../../../src/graphql/incidents/incident/save-postmortem.ts"
import { updateIncident } from "../../../src/graphql/incidents/incident/update-incident.ts"
import { advanceMaintenances } from "../../../src/graphql/maintenance/window/advance-maintenances.ts"
import { cancelMaintenance } from "../../../src/graphql/maintenance/window/end-maintenance.ts"
import { remindMaintenances } from "../../../src/graphql/maintenance/window/remind-maintenances.ts"
import { scheduleMaintenance } from "../../../src/graphql/maintenance/window/schedule-maintenance.ts"
import { moveResource } from "../../../src/graphql/status-pages/status-page/move-resource.ts"
import { updateResource } from "../../../src/graphql/status-pages/status-page/update-resource.ts"
import { updateStatusPage } from "../../../src/graphql/status-pages/status-page/update-status-page.ts"
import {
  changeSubscription,
  confirmSubscription,
  endSubscription,
} from "../../../src/graphql/status-pages/subscriber/subscription-by-link.ts"
import {
  confirmUrl,
  manageUrl,
  unsubscribeUrl,
} from "../../../src/graphql/status-pages/subscriber/subscription-link.ts"
import { deleteUnconfirmed } from "../../../src/graphql/status-pages/subscriber/prune-subscribers.ts"
import { subscribe } from "../../../src/graphql/status-pages/subscriber/subscribe-to-page.ts"
import { newId } from "../../../src/platform/id.ts"
import { ask } from "../../support/ask.ts"
import { startProvider } from "../../support/chat.ts"
import { listenHttp } from "../../support/listeners.ts"
import { arrived, lanesOf, startProviders } from "../../support/queue.ts"
import { makeMember } from "../../support/people.ts"
import { makeSubscription, readVapid } from "../../support/push.ts"
import { makePublicPage } from "../../support/status-page.ts"
import { makeProject, testEnv, useWorld } from "../../support/world.ts"
import { fanOutDue } from "../../support/events.ts"

const mail = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "Acme <status@example.com>" }
const world = useWorld({ ...testEnv, ...mail })
const tokenOf = (url: string) => url.split("/").at(-1) ?? ""

/** A page with two components, and a confirmed subscriber. */
async function makeScene() {
  const made = await makePublicPage(world, { name: "Acme" })
  const [shop, mail] = [await made.attach("Shop"), await made.attach("Mail")]
  const queues = lanesOf(world)
  const { channels, got } = startProviders({
    email: () => arrived(),
    slack_webhook: () => arrived(),
  })
  const { services } = world
  const rows = services.database.prisma.statusPageSubscriber
  return {
    ...made,
    shop,
    mail,
    got,
    async ask(address: string, resourceIds: string[] = []) {
      const given = { pageId: made.page.id, kind: "email" as const, address, resourceIds }
      await subscribe(services, given)
      return rows.findFirstOrThrow({ orderBy: { id: "desc" } })
    },
    async join(address: string, resourceIds: string[] = []) {
      const { id } = await this.ask(address, resourceIds)
      await confirmSubscription(services, tokenOf(confirmUrl(services, id)))
      await this.newMessages()
      return id
    },
    /** New messages by recipient. */
    async newMessages() {
      while ((await fanOutDue(services)) > 0);
      await queues.sendDue("notice", channels)
      return got
        .splice(0)
        .map(({ config, message }) => {
          const { address } = config as { address: string }
          return `${address}: ${message.kind === "notice" ? message.subject : message.kind}`
        })
        .toSorted()
    },
    async lastNotice() {
      while ((await fanOutDue(services)) > 0);
      await queues.sendDue("notice", channels)
      const message = got.at(-1)?.message
      if (message?.kind !== "notice") throw new Error("nothing was sent")
      got.length = 0
      return message
    },
  }
}

test("an unconfirmed address gets only the confirmation mail, once an hour", async () => {
  const scene = await makeScene()
  const { id } = await scene.ask("Ada@Example.com")
  await scene.ask("ada@example.com ")
  await declareIncident(world.system, {
    projectId: scene.projectId,
    title: "Fire",
    monitorId: scene.shop.monitor.id,
  })
  expect(await scene.newMessages()).toEqual(["ada@example.com: Confirm your subscription to Acme"])
  const { services } = world
  await expect(confirmSubscription(services, tokenOf(manageUrl(services, id)))).resolves.toBeNull()
  await confirmSubscription(services, tokenOf(confirmUrl(services, id)))
  await declareIncident(world.system, {
    projectId: scene.projectId,
    title: "Flood",
    monitorId: scene.shop.monitor.id,
  })
  expect(await scene.newMessages()).toEqual(["ada@example.com: Flood · Acme"])
})

test("of many who enter the same address concurrently one causes a mail", async () => {
  const scene = await makeScene()
  const { id } = await scene.ask("ada@example.com")
  await scene.newMessages()
  const rows = world.services.database.prisma.statusPageSubscriber
  const confirm = ["ada@example.com: Confirm your subscription to Acme"]
  for (const confirmedAt of [null, new Date()]) {
    const askedAt = new Date(Date.now() - 3_700_000)
    await rows.update({ where: { id }, data: { askedAt, confirmedAt } })
    await Promise.all(Array.from({ length: 5 }, () => scene.ask("ada@example.com")))
    expect(await scene.newMessages()).toEqual(confirm)
  }
})

test("an installation without mail accepts no e-mail subscribers", async () => {
  const { page } = await makePublicPage(world)
  const services = { ...world.services, env: testEnv }
  const given = { pageId: page.id, kind: "email" as const, address: "ada@example.com" }
  await expect(subscribe(services, given)).rejects.toMatchObject({
    issues: [{ pointer: "#/kind" }],
  })
})

test("only subscribers of an affected component are notified, with the page's own names", async () => {
  const scene = await makeScene()
  await scene.join("all@example.com")
  await scene.join("shop@example.com", [scene.shop.resource.id])
  await scene.join("mail@example.com", [scene.mail.resource.id])
  const { id } = await declareIncident(world.system, {
    projectId: scene.projectId,
    title: "Fire",
    description: "We see smoke.",
    monitors: [{ monitorId: scene.shop.monitor.id, status: "offline" }],
  })
  expect(await scene.newMessages()).toEqual([
    "all@example.com: Fire · Acme",
    "shop@example.com: Fire · Acme",
  ])
  await addIncidentUpdate(world.system, { id, body: "For us alone." })
  await acknowledgeIncident(world.system, id)
  await updateIncident(world.system, { id, title: "A small fire" })
  expect(await scene.newMessages()).toEqual([])
  await addIncidentUpdate(world.system, { id, body: "It is out.", isPublic: true })
  expect(await scene.newMessages()).toHaveLength(2)
  await resolveIncident(world.system, id)
  const last = await scene.lastNotice()
  expect(last).toMatchObject({
    subject: "A small fire · Resolved · Acme",
    paragraphs: ["Resolved.", "Current status: Resolved.", "Affects Shop"],
    link: { url: expect.stringContaining(`/incidents/${id}`) },
    unsubscribeUrl: expect.stringMatching(/\/subscriptions\/[\w-]{43}\/unsubscribe$/),
  })
  await savePostmortem(world.system, { id, note: "A candle.", published: true })
  expect(await scene.newMessages()).toEqual([])
})

test("a post-mortem is announced if requested", async () => {
  const scene = await makeScene()
  await scene.join("ada@example.com")
  const { id } = await declareIncident(world.system, {
    projectId: scene.projectId,
    title: "Fire",
    monitorId: scene.mail.monitor.id,
  })
  await scene.newMessages()
  const note = { id, note: "A candle.", published: true, notifySubscribers: true }
  await savePostmortem(world.system, note)
  expect(await scene.newMessages()).toEqual(["ada@example.com: Post-mortem: Fire · Acme"])
})

test("a maintenance is announced before, at its start and at its end, as configured", async () => {
  const scene = await makeScene()
  await scene.join("ada@example.com", [scene.mail.resource.id])
  const schedule = (more: object = {}) =>
    scheduleMaintenance(world.system, {
      projectId: scene.projectId,
      title: "New disks",
      startsAt: new Date(Date.now() + 1_800_000),
      endsAt: new Date(Date.now() + 3_600_000),
      monitorIds: [scene.mail.monitor.id],
      ...more,
    })
  const { id } = await schedule({ notifyBeforeMinutes: 60, notifyAtEnd: false })
  const quiet = await schedule({ notifyAtStart: false, notifyAtEnd: false })
  const far = await schedule()
  const elsewhere = await schedule({ monitorIds: [scene.shop.monitor.id], notifyBeforeMinutes: 60 })
  await cancelMaintenance(world.system, far.id)
  await remindMaintenances(world.services)
  expect(await scene.newMessages()).toEqual([
    "ada@example.com: Scheduled maintenance: New disks · Acme",
  ])
  const pass = (seconds: number) =>
    world.services.database.pool.query(
      `update maintenance set starts_at = starts_at - make_interval(secs => $2),
              ends_at = ends_at - make_interval(secs => $2) where id = any($1)`,
      [[id, quiet.id, elsewhere.id], seconds],
    )
  await pass(1800)
  await advanceMaintenances(world.services)
  expect(await scene.newMessages()).toEqual([
    "ada@example.com: Maintenance started: New disks · Acme",
  ])
  await pass(1800)
  await advanceMaintenances(world.services)
  expect(await scene.newMessages()).toEqual([])
})

test("subscriber notices are sent after all other notices, and never in the page queue", async () => {
  const scene = await makeScene()
  const { projectId } = scene
  await scene.join("ada@example.com")
  const monitorId = scene.shop.monitor.id
  await declareIncident(world.system, { projectId, title: "Fire", monitorId })
  while ((await fanOutDue(world.services)) > 0);
  const queues = lanesOf(world)
  const code = await queues.enqueueMessages(projectId, await queues.makeChannel(projectId, "email"))
  const one = 1
  expect(await queues.claim("page")).toEqual([])
  expect((await queues.claim("notice", one)).map(({ id }) => id)).toEqual([code])
  expect(await queues.claim("notice", one)).toMatchObject([{ event: "incident.created" }])
})

test("a webhook gets JSON through the guard and a Slack channel a message, each after confirmation", async () => {
  const scene = await makeScene()
  const bodies: unknown[] = []
  const { port } = await listenHttp((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      bodies.push(JSON.parse(Buffer.concat(chunks).toString()))
      response.end()
    })
  })
  const { services } = world
  const pageId = scene.page.id
  const hook = `http://127.0.0.1:${port}/hook`
  const room = "https://hooks.slack.com/services/T/B/x"
  await subscribe(services, { pageId, kind: "webhook", address: hook })
  await subscribe(services, { pageId, kind: "slack", address: room })
  await scene.newMessages()
  expect(bodies).toMatchObject([
    { type: "subscriber.asked", subject: "Confirm your subscription to Acme" },
  ])
  const { link } = bodies.pop() as { link: string }
  await confirmSubscription(services, tokenOf(link))
  const { id } = await declareIncident(world.system, {
    projectId: scene.projectId,
    title: "Fire",
    monitorId: scene.shop.monitor.id,
  })
  await scene.newMessages()
  expect(bodies).toEqual([
    {
      id: expect.any(String),
      type: "incident.created",
      page: { name: "Acme", url: expect.stringContaining(scene.page.slug) },
      components: ["Shop"],
      subject: "Fire · Acme",
      text: "We are investigating an issue.\n\nCurrent status: Investigating.\n\nAffects Shop",
      link: expect.stringContaining(id),
      unsubscribe_url: expect.stringMatching(/\/unsubscribe$/),
    },
  ])
})

test("a browser is verified by its first notification, reads only its own news, and is deleted once it unsubscribes", async () => {
  const scene = await makeScene()
  const { services } = world
  const rows = services.database.prisma.statusPageSubscriber
  const service = await startProvider((_heard, index) => ({ status: index < 2 ? 201 : 410 }))
  const { settings, read } = makeSubscription(`${service.url}/push/secret`)
  const address = JSON.stringify(settings)
  const given = { pageId: scene.page.id, kind: "web_push" as const, address }
  await subscribe(services, { ...given, resourceIds: [scene.shop.resource.id] })
  await subscribe(services, given)
  const { id } = await rows.findFirstOrThrow({ where: { pageId: scene.page.id } })
  const declare = (title: string, { monitor }: typeof scene.shop) =>
    declareIncident(world.system, {
      projectId: scene.projectId,
      title,
      monitors: [{ monitorId: monitor.id, status: "offline" }],
    })
  const pushed = () => service.heard.map(({ raw }) => read(raw) as Record<string, unknown>)
  await declare("Smoke", scene.shop)
  await scene.newMessages()
  expect(pushed()).toMatchObject([
    {
      title: "Confirm your subscription to Acme",
      url: confirmUrl(services, id),
      confirmUrl: confirmUrl(services, id),
      unsubscribeUrl: null,
    },
  ])
  expect(readVapid(service.heard[0]?.headers.authorization).claims).toMatchObject({
    aud: service.url,
  })
  await confirmSubscription(services, tokenOf(confirmUrl(services, id)))
  const manage = tokenOf(manageUrl(services, id))
  await changeSubscription(services, manage, { resourceIds: [scene.shop.resource.id] })
  await declare("Rain", scene.mail)
  const fire = await declare("Fire", scene.shop)
  await scene.newMessages()
  expect(pushed().slice(1)).toMatchObject([
    {
      title: "Fire · Acme",
      body: expect.stringContaining("Affects Shop"),
      url: expect.stringMatching(new RegExp(`/status/${scene.page.slug}/incidents/${fire.id}$`)),
      isUrgent: false,
      confirmUrl: null,
      unsubscribeUrl: unsubscribeUrl(services, id),
    },
  ])
  const { ctx } = await makeMember(world, scene.projectId, "editor")
  const list = `query ($id: ID!) { statusPage(id: $id) { subscribers { edges { node { kind address } } } } }`
  const { data } = await ask(world, ctx.actor, list, { id: scene.page.id })
  const node = { kind: "WEB_PUSH", address: "127.0.0.1 … cret" }
  expect(data).toEqual({ statusPage: { subscribers: { edges: [{ node }] } } })
  await declare("Flood", scene.shop)
  await scene.newMessages()
  expect(service.heard).toHaveLength(3)
  expect(await rows.count({ where: { pageId: scene.page.id } })).toBe(0)
})

test("only valid browser subscriptions are accepted, and none to forbidden addresses", async () => {
  const { page } = await makePublicPage(world)
  const { settings } = makeSubscription("https://169.254.169.254/push")
  const wrong = ["https://push.example/x", "{}", JSON.stringify(settings)]
  for (const address of wrong) {
    const given = { pageId: page.id, kind: "web_push" as const, address }
    await expect(subscribe(world.services, given)).rejects.toMatchObject({
      issues: expect.arrayContaining([
        expect.objectContaining({ pointer: expect.stringMatching(/^#\/address/) }),
      ]),
    })
  }
  const env = { ...world.services.env, BASE_URL: "http://watch.example" }
  const given = { pageId: page.id, kind: "web_push" as const, address: "{}" }
  await expect(subscribe({ ...world.services, env }, given)).rejects.toMatchObject({
    issues: [{ pointer: "#/kind" }],
  })
})

test("reordering, renaming or restyling notifies nobody, and neither does a private page", async () => {
  const scene = await makeScene()
  await scene.join("ada@example.com")
  const { id } = scene.shop.resource
  await moveResource(world.system, { id, position: 2 })
  await updateResource(world.system, { id, displayName: "Store" })
  await updateStatusPage(world.system, { id: scene.page.id, name: "Acme Cloud" })
  expect(await scene.newMessages()).toEqual([])
  await updateStatusPage(world.system, { id: scene.page.id, isPublic: false })
  await declareIncident(world.system, {
    projectId: scene.projectId,
    title: "Fire",
    monitorId: scene.shop.monitor.id,
  })
  expect(await scene.newMessages()).toEqual([])
})

test("unsubscribing deletes the subscriber and queued notices; other people's links do nothing", async () => {
  const scene = await makeScene()
  const { services } = world
  const id = await scene.join("ada@example.com")
  const token = tokenOf(manageUrl(services, id))
  await changeSubscription(services, token, { resourceIds: [scene.mail.resource.id] })
  const fire = { projectId: scene.projectId, title: "Fire" }
  await declareIncident(world.system, { ...fire, monitorId: scene.shop.monitor.id })
  expect(await scene.newMessages()).toEqual([])
  await declareIncident(world.system, { ...fire, monitorId: scene.mail.monitor.id })
  while ((await fanOutDue(services)) > 0);
  expect(unsubscribeUrl(services, id)).toContain(`${token}/unsubscribe`)
  expect(await endSubscription(services, tokenOf(manageUrl(services, newId())))).toBeNull()
  const another = `${token.slice(0, -2)}${token.at(-2) === "x" ? "y" : "x"}${token.at(-1)}`
  expect(await endSubscription(services, another)).toBeNull()
  expect(await endSubscription(services, token)).not.toBeNull()
  expect(await scene.newMessages()).toEqual([])
  const { prisma } = services.database
  expect(await prisma.statusPageSubscriber.count({ where: { pageId: scene.page.id } })).toBe(0)
  expect(await endSubscription(services, token)).toBeNull()
})

test("an address not confirmed within a week is deleted, and its link stops working", async () => {
  const scene = await makeScene()
  const { services } = world
  const { id } = await scene.ask("ada@example.com")
  const kept = await scene.join("eve@example.com")
  const { prisma } = services.database
  const askedAt = new Date(Date.now() - 8 * 86_400_000)
  await prisma.statusPageSubscriber.updateMany({
    where: { pageId: scene.page.id },
    data: { askedAt },
  })
  expect(await confirmSubscription(services, tokenOf(confirmUrl(services, id)))).toBeNull()
  await deleteUnconfirmed(services)
  const left = await prisma.statusPageSubscriber.findMany({ where: { pageId: scene.page.id } })
  expect(left.map((one) => one.id)).toEqual([kept])
})

test("editors list and remove subscribers; viewers and anonymous callers cannot", async () => {
  const scene = await makeScene()
  const id = await scene.join("ada@example.com", [scene.mail.resource.id])
  const { ctx } = await makeMember(world, scene.projectId, "editor")
  const viewer = await makeMember(world, scene.projectId, "viewer")
  const stranger = await makeMember(world, (await makeProject(world)).id, "owner")
  const list = `query ($id: ID!) { statusPage(id: $id) { subscribers { totalCount edges { node {
    id kind address isWholePage confirmedAt resources { displayName } } } } } }`
  const page = { id: scene.page.id }
  expect((await ask(world, ctx.actor, list, page)).data).toEqual({
    statusPage: {
      subscribers: {
        totalCount: 1,
        edges: [
          {
            node: {
              id,
              kind: "EMAIL",
              address: "ada@example.com",
              isWholePage: false,
              confirmedAt: expect.any(String),
              resources: [{ displayName: "Mail" }],
            },
          },
        ],
      },
    },
  })
  expect((await ask(world, viewer.ctx.actor, list, page)).errors).toMatchObject([
    { code: "insufficient_scope" },
  ])
  const remove = "mutation ($id: ID!) { removeStatusPageSubscriber(id: $id) }"
  const codes = async (actor: typeof ctx.actor) =>
    (await ask(world, actor, remove, { id })).errors.map(({ code }) => code)
  expect(await codes(stranger.ctx.actor)).toEqual(["not_found"])
  expect(await codes(viewer.ctx.actor)).toEqual(["insufficient_scope"])
  expect(await codes(ctx.actor)).toEqual([])
  expect(await codes(ctx.actor)).toEqual(["not_found"])
})
