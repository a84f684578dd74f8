import { createServer } from "node:net"
import { once } from "node:events"
import { expect, onTestFinished, test } from "vitest"
import { actByLink } from "../../src/graphql/incidents/alert/act-by-link.ts"
import { requestCheck } from "../../src/graphql/monitoring/monitor/state/request-check.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { startNotify } from "../../src/notify/main.ts"
import { startProbe } from "../../src/probe/main.ts"
import { makeChannel } from "../support/channels.ts"
import { startProvider, type EventLog } from "../support/chat.ts"
import { insertMonitor } from "../support/checks.ts"
import { pagingOf } from "../support/paging.ts"
import { closedPort } from "../support/listeners.ts"
import { makeMember } from "../support/people.ts"
import { makeSubscription } from "../support/push.ts"
import { startSmtp } from "../support/smtp.ts"
import { soon } from "../support/soon.ts"
import { startTwilio } from "../support/twilio.ts"
import { makeProject, openWorld, testEnv } from "../support/world.ts"

/** A world with all providers on loopback. */
async function openStands() {
  const smtp = await startSmtp()
  const twilio = await startTwilio()
  const slack = await startProvider(() => ({ body: { ok: true, channel: "C024BE91L", ts: "1.2" } }))
  const hook = await startProvider(() => ({ body: "ok" }))
  const discord = await startProvider(() => ({ body: { id: "42", channel_id: room } }))
  const push = await startProvider(() => ({ status: 201 }))
  const world = await openWorld({
    ...testEnv,
    ...twilio.env,
    SMTP_URL: smtp.url,
    MAIL_FROM: "Watchkeeper <alerts@watch.example>",
    SLACK_API_URL: `${slack.url}/api/`,
    DISCORD_API_URL: discord.url,
  })
  onTestFinished(async () => {
    await world.close()
    await Promise.all([smtp.stop(), twilio.stop()])
  })
  return { smtp, twilio, slack, hook, discord, push, world }
}

const room = "1100000000000000001"
const calls = (heard: EventLog[]) =>
  heard.map(({ method, path }) => `${method} ${path.split("?")[0]}`)

/** A closed port that is opened later. */
async function makeTarget() {
  const port = await closedPort()
  const server = createServer((socket) => socket.end())
  return {
    port,
    open: () => once(server.listen(port, "127.0.0.1"), "listening"),
    close: () => server.close(),
  }
}

test("a dead target is paged in three steps over every channel until it is acknowledged and recovers", async () => {
  const { smtp, twilio, slack, hook, discord, push, world } = await openStands()
  const { services, system } = world
  const { pool, prisma } = services.database
  const paging = pagingOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const bo = await makeMember(world, projectId, "viewer", "Bo")
  const subscription = makeSubscription(`${push.url}/push/secret`)
  const own = [
    [ada, "email", { address: "ada@example.test" }],
    [ada, "web_push", subscription.settings],
    [ada, "sms", { number: "+15005550001" }],
    [bo, "sms", { number: "+15005550002" }],
    [bo, "voice", { number: "+15005550002" }],
  ] as const
  for (const [{ userId }, kind, settings] of own) {
    await makeChannel(world, { userId }, { kind, settings })
  }
  const rooms: Record<string, string> = {}
  const shared = [
    ["slack_bot", { token: "xoxb-1-2-3", signingSecret: "a".repeat(32), room: "C024BE91L" }],
    ["slack_webhook", { url: `${hook.url}/services/T/B/x` }],
    ["discord_bot", { token: "a.b.c", publicKey: "0".repeat(64), room }],
    ["discord_webhook", { url: `https://discord.com/api/webhooks/${room}/${"t".repeat(68)}` }],
  ] as const
  for (const [kind, settings] of shared) {
    rooms[kind] = (await makeChannel(world, { projectId }, { kind, settings })).id
  }
  const roomOf = (kind: string) => ({ channelId: rooms[kind] ?? "" })
  await createPolicy(ada.ctx, {
    projectId,
    name: "Standard",
    repeatCount: 1,
    rules: [
      { delayMinutes: 0, targets: [{ userId: ada.userId }] },
      {
        delayMinutes: 5,
        targets: [{ userId: bo.userId }, roomOf("slack_bot"), roomOf("slack_webhook")],
      },
      { delayMinutes: 10, targets: [roomOf("discord_bot"), roomOf("discord_webhook")] },
    ],
  })
  const target = await makeTarget()
  const monitor = await insertMonitor(world, projectId, { name: "Shop", failureThreshold: 1 })
  await prisma.monitor.update({ where: { id: monitor.id }, data: { port: target.port } })
  const roles = [await startProbe(services), await startNotify(services)]
  /** Makes waiting work due now, because PostgreSQL's clock cannot be moved. */
  const passTime = async (what: "escalation" | "delivery") => {
    const waits =
      what === "escalation" ? "state = 'active'" : "state = 'pending' and queue = 'page'"
    await pool.query(`update ${what} set due_at = date_trunc('milliseconds', now()) where ${waits}`)
    await services.bus.publish([{ topic: "delivery.due", payload: { projectId } }])
  }
  try {
    await requestCheck(system, monitor.id)
    await smtp.reached(1)
    await soon(() => calls(push.heard)).toEqual(["POST /push/secret"])
    const [mail] = smtp.mails
    expect(mail?.to).toEqual(["ada@example.test"])
    expect(mail?.parsed.subject).toContain("Shop")
    expect(subscription.read(push.heard[0]?.raw ?? Buffer.of())).toMatchObject({ isUrgent: true })
    expect([slack.heard, hook.heard, discord.heard, twilio.asked]).toEqual([[], [], [], []])

    const alert = await prisma.alert.findFirstOrThrow({ where: { monitorId: monitor.id } })
    await passTime("escalation")
    const text = await twilio.reached(({ path }) => path.includes("Messages"))
    expect(text.fields).toMatchObject({ To: "+15005550002" })
    await soon(() => calls(slack.heard)).toEqual(["POST /api/chat.postMessage"])
    await soon(() => calls(hook.heard)).toEqual(["POST /services/T/B/x"])
    // Only the delays of this step's deliveries: Ada's SMS stays queued, to be cancelled.
    await pool.query(
      `update delivery set due_at = date_trunc('milliseconds', now()) where target like 'voice:%'`,
    )
    await services.bus.publish([{ topic: "delivery.due", payload: { projectId } }])
    await twilio.reached(({ path }) => path.includes("Calls"))

    await passTime("escalation")
    await soon(() => discord.heard.length).toBe(2)
    await soon(async () => (await paging.escalation(alert.id)).step).toBe(3)
    const settled = (state: string) =>
      prisma.delivery.count({
        where: { subjectId: alert.id, queue: "page", state: state as never },
      })
    await soon(() => settled("delivered")).toBe(8)

    const token = /\/acknowledge\/([\w-]+)/.exec(mail?.parsed.text ?? "")?.[1] ?? ""
    await actByLink(services, token)
    expect(await paging.escalation(alert.id)).toMatchObject({ state: "ended" })
    expect(await settled("cancelled")).toBe(1)
    await soon(() => calls(slack.heard).at(-1)).toBe("POST /api/chat.update")
    await soon(() => calls(discord.heard).filter((call) => call.startsWith("PATCH"))).toHaveLength(
      2,
    )
    await soon(() => push.heard.length).toBe(2)
    const [, news] = push.heard.map(({ raw }) => subscription.read(raw))
    expect(JSON.stringify(news)).toContain("Ada")
    await passTime("escalation")
    await passTime("delivery")

    await target.open()
    await requestCheck(system, monitor.id)
    await smtp.reached(2)
    await twilio.reached(({ fields }) => /recovered/i.test(fields["Body"] ?? ""))
    await soon(() => push.heard.length).toBe(3)
    await soon(() => calls(slack.heard)).toEqual([
      "POST /api/chat.postMessage",
      "POST /api/chat.update",
      "POST /api/chat.update",
    ])
    await soon(() =>
      prisma.delivery.count({ where: { state: "pending", pageId: { not: null } } }),
    ).toBe(0)
    // Nobody got a message twice, and only Bo got a call.
    expect(await paging.pages(alert.id)).toHaveLength(6)
    expect(smtp.mails).toHaveLength(2)
    expect(twilio.asked.map(({ fields }) => fields["To"])).toEqual(Array(3).fill("+15005550002"))
  } finally {
    await Promise.all(roles.map((role) => role.stop()))
    target.close()
  }
})
