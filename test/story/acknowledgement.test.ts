import { createHmac, generateKeyPairSync, sign } from "node:crypto"
import { afterAll, expect, test } from "vitest"
import { acknowledgeUrl } from "../../src/graphql/incidents/alert/acknowledge-link.ts"
import { apiEnv, makeKey, useApi } from "../support/api.ts"
import { ask } from "../support/ask.ts"
import { makeChannel } from "../support/channels.ts"
import { startProvider } from "../support/chat.ts"
import { ask as askTool, connectClient, makeLegacyKey } from "../support/mcp.ts"
import { useNotify } from "../support/notify.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { callBack, startTwilio } from "../support/twilio.ts"
import { makeProject } from "../support/world.ts"

/** An acknowledgement, whichever way it comes, is the same on every screen of the alert and of its incident. */

const twilio = await startTwilio()
const base = "https://watch.test"
const api = useApi({ ...apiEnv, ...twilio.env, BASE_URL: base })
afterAll(() => twilio.stop())
useNotify(api.world)

const signingSecret = "8f742231b10e888800abcd9900000085a5".slice(0, 32)
const slackRoom = "C024BE91L"
const discordRoom = "1100000000000000001"
const { publicKey, privateKey } = generateKeyPairSync("ed25519")

/** Grace is paged by SMS and call for an outage; the project has a channel in Slack and one in Discord. */
async function makeScene() {
  const { world } = api
  const { prisma } = world.services.database
  const { id: projectId } = await makeProject(world)
  const grace = await makeMember(world, projectId, "owner", "Grace")
  const number = `+4915${String(Math.floor(Math.random() * 1e9)).padStart(9, "0")}`
  for (const kind of ["sms", "voice"] as const) {
    await makeChannel(world, { userId: grace.userId }, { kind, settings: { number } })
  }
  const token = `${Buffer.from("1100000000000000009").toString("base64url")}.b.c`
  const key = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex")
  const slack = { token: "xoxb-1-2-3", signingSecret, room: slackRoom }
  const discord = { token, publicKey: key, room: discordRoom }
  await makeChannel(world, { projectId }, { kind: "slack_bot", settings: slack })
  await makeChannel(world, { projectId }, { kind: "discord_bot", settings: discord })
  const { alert, monitor } = await pagingOf(world).fail(projectId)
  const sms = await twilio.reached(
    ({ path, fields }) => path.includes("Messages") && fields["To"] === number,
  )
  const page = await prisma.page.findFirstOrThrow({
    where: { alertId: alert.id, userId: grace.userId },
  })
  const link = acknowledgeUrl(world.services, { alertId: alert.id, pageId: page.id })
  return { projectId, grace, number, alert, monitor, sms, page, link }
}

type Scene = Awaited<ReturnType<typeof makeScene>>

const pressLink = async ({ link }: Scene) => {
  const { status } = await fetch(api.address + new URL(link).pathname, {
    method: "POST",
    redirect: "manual",
  })
  expect(status).toBe(303)
}

async function pressKey({ number, page, alert }: Scene) {
  await pagingOf(api.world).sql(
    "update delivery set due_at = now() where page_id = $1 and target like 'voice:%'",
    [page.id],
  )
  const called = await twilio.reached(
    ({ path, fields }) => path.includes("Calls") && fields["To"] === number,
  )
  const url = /action="([^"]+)"/.exec(called.fields["Twiml"] ?? "")?.[1] ?? ""
  const answer = await callBack({ address: api.address, url }, { CallSid: called.sid, Digits: "4" })
  expect(answer.text).toContain(`Acknowledged: #${alert.number} `)
}

async function pressSlack({ alert }: Scene) {
  const slack = await startProvider(({ path }) => ({
    body: path.endsWith("users.info") ? { ok: false, error: "missing_scope" } : { ok: true },
  }))
  api.world.services.env.SLACK_API_URL = `${slack.url}/api/`
  const payload = {
    type: "block_actions",
    user: { id: "U1", username: "ana", name: "ana" },
    channel: { id: slackRoom, name: "ops" },
    actions: [{ type: "button", action_id: "acknowledge", value: alert.id }],
  }
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
  const timestamp = String(Math.floor(Date.now() / 1000))
  const mac = createHmac("sha256", signingSecret).update(`v0:${timestamp}:${body}`)
  const { status } = await fetch(`${api.address}/hooks/slack/interactions`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-slack-request-timestamp": timestamp,
      "x-slack-signature": `v0=${mac.digest("hex")}`,
    },
    body,
  })
  expect(status).toBe(200)
}

async function pressDiscord({ alert }: Scene) {
  const body = JSON.stringify({
    type: 3,
    channel_id: discordRoom,
    data: { custom_id: `acknowledge:${alert.id}`, component_type: 2 },
    member: { nick: null, user: { id: "7", username: "bo", global_name: "Bo" } },
  })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = sign(null, Buffer.from(timestamp + body), privateKey).toString("hex")
  const { status } = await fetch(`${api.address}/hooks/discord/interactions`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-signature-timestamp": timestamp,
      "x-signature-ed25519": signature,
    },
    body,
  })
  expect(status).toBe(200)
}

const mutation = (name: string) => `mutation ($id: ID!) { ${name}(id: $id) { id } }`

async function withKey({ projectId, alert }: Scene) {
  const { authorization } = await makeKey(api.world, projectId)
  const body = { query: mutation("acknowledgeAlert"), variables: { id: alert.id } }
  expect((await api.post(body, { authorization })).body).toEqual({
    data: { acknowledgeAlert: { id: alert.id } },
  })
}

async function asAgent({ projectId }: Scene) {
  const { authorization } = await makeLegacyKey(api.world, projectId)
  await askTool(await connectClient(api, authorization), "acknowledge", { incident: "1" })
}

const onDashboard =
  (name: "acknowledgeAlert" | "acknowledgeIncident") =>
  async ({ grace, alert }: Scene) => {
    const id = name === "acknowledgeAlert" ? alert.id : alert.incidentId
    expect((await ask(api.world, grace.ctx.actor, mutation(name), { id })).errors).toEqual([])
  }

const ways: [name: string, by: string, press: (scene: Scene) => Promise<unknown>][] = [
  ["the dashboard's list of alerts", "Grace", onDashboard("acknowledgeAlert")],
  ["the dashboard's incident", "Grace", onDashboard("acknowledgeIncident")],
  ["the link of a mail", "Grace", pressLink],
  [
    "a reply to an SMS",
    "Grace",
    async ({ number, alert }) => {
      const fields = { From: number, Body: `ACK ${alert.number}` }
      const url = `${base}/hooks/twilio/sms`
      expect((await callBack({ address: api.address, url }, fields)).status).toBe(200)
    },
  ],
  ["a key in a call", "Grace", pressKey],
  ["a button in Slack", "ana (Slack)", pressSlack],
  ["a button in Discord", "Bo (Discord)", pressDiscord],
  ["the action of a push message", "Grace", pressLink],
  ["GraphQL with a key", "test", withKey],
  ["an agent over MCP", "Agent", asAgent],
]

const screens = `query ($project: ID!, $incident: ID!, $alert: ID!, $month: String!) {
  project(id: $project) {
    overview { problems { acknowledgedBy acknowledgedAt } }
    incidents(first: 1) { edges { node { ...incident } } }
    alerts(first: 1) { edges { node { acknowledgedBy acknowledgedAt state { name } } } }
    uptimeReport(month: $month) { incidents { ...incident } }
  }
  incident(id: $incident) { ...incident updates(first: 1) { edges { node { kind actorName } } } }
  alert(id: $alert) { acknowledgedBy acknowledgedAt state { name } incident { ...incident } }
}
fragment incident on Incident { acknowledgedBy acknowledgedAt state { name } }`

/** Every state, person and time on the screens and in the answers to agents. */
async function readScreens({ projectId, grace, alert }: Scene) {
  const variables = {
    project: projectId,
    incident: alert.incidentId,
    alert: alert.id,
    month: new Date().toISOString().slice(0, 7),
  }
  const { data, errors } = await ask(api.world, grace.ctx.actor, screens, variables)
  expect(errors).toEqual([])
  const { authorization } = await makeLegacyKey(api.world, projectId)
  const agent = await connectClient(api, authorization)
  const answers = [
    data,
    await askTool(agent, "get_overview"),
    await askTool(agent, "list_incidents"),
    await askTool(agent, "get_incident", { incident: "1" }),
  ]
  const text = JSON.stringify(answers).replaceAll(/<\/?untrusted>/g, "")
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found)
  return {
    by: all(/"acknowledged(?:By|_by)":(null|"[^"]*")/g),
    at: all(/"acknowledged(?:At|_at)":(null|"[^"]*")/g),
    entry: all(/"kind":"(\w+)","actorName"/gi),
    // Findings about messages and calls have states of their own.
    states: all(/"state":(?:\{"name":)?"(triggered|acknowledged|identified|resolved)"/g),
  }
}

const eventsOf = async (subjectId: string) => {
  const { prisma } = api.world.services.database
  const where = { subjectId, queue: "event" } as const
  const found = await prisma.delivery.findMany({ where, orderBy: { id: "asc" } })
  return found.map(({ event }) => event)
}

test.each(ways)("%s acknowledges alert and incident on every screen", async (_name, by, press) => {
  const scene = await makeScene()
  const before = await readScreens(scene)
  expect(new Set([...before.by, ...before.at])).toEqual(new Set(["null"]))
  await press(scene)
  const after = await readScreens(scene)
  expect(after.by).toHaveLength(before.by.length)
  expect(new Set(after.by)).toEqual(new Set([JSON.stringify(by)]))
  expect(new Set(after.at).size).toBe(1)
  expect(after.at[0]).not.toBe("null")
  expect(new Set(after.states)).toEqual(new Set(["acknowledged"]))
  expect(await eventsOf(scene.alert.incidentId ?? "")).toEqual([
    "incident.created",
    "incident.updated",
  ])
  expect(await eventsOf(scene.alert.id)).toEqual(["alert.created", "alert.acknowledged"])
})
