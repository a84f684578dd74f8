import { createHmac } from "node:crypto"
import { beforeEach, expect, onTestFinished, test } from "vitest"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { startNotify } from "../../src/notify/main.ts"
import { useApi } from "../support/api.ts"
import { makeChannel } from "../support/channels.ts"
import { startProvider, type EventLog } from "../support/chat.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { soon } from "../support/soon.ts"
import { makeProject } from "../support/world.ts"

const api = useApi()

const signingSecret = "0123456789abcdef".repeat(2)
const room = "C024BE91L"

beforeEach(async () => {
  const notify = await startNotify(api.world.services)
  onTestFinished(() => notify.stop())
})

/** Slack's API with one message. */
const startSlack = () =>
  startProvider(({ path }) => ({
    body: path.endsWith("users.info")
      ? { ok: true, user: { real_name: "Ana", profile: { real_name: "Ana" } } }
      : { ok: true, channel: room, ts: "1700000000.000100" },
  }))

/** The request that Slack sends when somebody presses a button. */
async function press({ body }: EventLog, action: string) {
  const blocks = JSON.stringify(body["blocks"])
  const [, alertId = ""] =
    new RegExp(`"action_id":"${action}"[^}]*?"value":"([^"]+)"`).exec(blocks) ?? []
  const payload = {
    type: "block_actions",
    user: { id: "U1", name: "ana" },
    channel: { id: room },
    actions: [{ action_id: action, value: alertId }],
  }
  const form = new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
  const timestamp = String(Math.floor(Date.now() / 1000))
  const mac = createHmac("sha256", signingSecret).update(`v0:${timestamp}:${form}`)
  return fetch(`${api.address}/hooks/slack/interactions`, {
    method: "POST",
    headers: {
      "x-slack-request-timestamp": timestamp,
      "x-slack-signature": `v0=${mac.digest("hex")}`,
    },
    body: form,
  })
}

test("an alert is posted to a Slack channel with buttons, and its one message is updated until its end", async () => {
  const { world } = api
  const slack = await startSlack()
  world.services.env.SLACK_API_URL = `${slack.url}/api/`
  const project = await makeProject(world)
  const { ctx } = await makeMember(world, project.id, "editor")
  const settings = { token: "xoxb-1-2-3", signingSecret, channelId: room }
  const channel = await makeChannel(
    world,
    { projectId: project.id },
    { kind: "slack_bot", settings },
  )
  await createPolicy(ctx, {
    projectId: project.id,
    name: "Room",
    isDefault: true,
    rules: [{ delayMinutes: 0, targets: [{ channelId: channel.id }] }],
  })
  const sent = (method: string) => slack.heard.filter(({ path }) => path.endsWith(method))
  const { alert, monitor } = await pagingOf(world).fail(project.id)

  await soon(() => sent("chat.postMessage").length).toBe(1)
  const [first] = sent("chat.postMessage")
  if (first === undefined) throw new Error("it was sent")
  expect(first.body).toMatchObject({ channel: room })
  // The request may not be recorded yet; until then a change of the message would wait for its lease.
  const { prisma } = world.services.database
  const received = { subjectId: alert.id, queue: "page", state: "delivered" } as const
  await soon(() => prisma.delivery.count({ where: received })).toBe(1)
  expect((await press(first, "acknowledge")).status).toBe(200)
  const where = { id: alert.id }
  expect(await prisma.alert.findUnique({ where })).toMatchObject({ acknowledgedBy: "Ana (Slack)" })

  await soon(() => sent("chat.update").length).toBe(1)
  expect(sent("chat.update")[0]?.body).toMatchObject({ channel: room, ts: "1700000000.000100" })
  expect(JSON.stringify(sent("chat.update")[0]?.body)).toContain("Acknowledged by Ana (Slack).")

  await pagingOf(world).recover(monitor)
  await soon(() => sent("chat.update").length).toBe(2)
  const last = JSON.stringify(sent("chat.update")[1]?.body["blocks"])
  expect(last).toContain("🟢")
  expect(last).not.toContain('action_id":"resolve')
  expect(sent("chat.postMessage").length).toBe(1)
})
