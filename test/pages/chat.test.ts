import { createHmac, generateKeyPairSync, sign } from "node:crypto"
import { expect, test } from "vitest"
import { acknowledgeAlert } from "../../src/graphql/incidents/alert/acknowledge-alert.ts"
import { unacknowledgeAlert } from "../../src/graphql/incidents/alert/unacknowledge-alert.ts"
import { createAuth } from "../../src/api/auth.ts"
import { newId } from "../../src/platform/id.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { ask } from "../support/ask.ts"
import { makeChannel } from "../support/channels.ts"
import { startProvider } from "../support/chat.ts"
import { makeOutage } from "../support/outage.ts"
import { makeMember } from "../support/people.ts"
import { createBrowser } from "../support/sign-in.ts"
import { soon } from "../support/soon.ts"
import { makeProject } from "../support/world.ts"

const env = { ...apiEnv, SIGN_UP: "open" as const }
const api = useApi(env)

const signingSecret = "8f742231b10e8888abcd99yyyzzz85a5".replaceAll(/[yz]/g, "0")
const slackRoom = "C024BE91L"
const application = "1100000000000000009"
const discordRoom = "1100000000000000001"
const { publicKey, privateKey } = generateKeyPairSync("ed25519")
const discordKey = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex")

async function makeScene() {
  const { world } = api
  const project = await makeProject(world)
  const { alertId } = await makeOutage(world, project.id)
  const slack = { token: "xoxb-1-2-3", signingSecret, room: slackRoom }
  const token = `${Buffer.from(application).toString("base64url")}.b.c`
  const discord = { token, publicKey: discordKey, room: discordRoom }
  const owner = { projectId: project.id }
  const room = await makeChannel(world, owner, { kind: "slack_bot", settings: slack })
  await makeChannel(world, owner, { kind: "discord_bot", settings: discord })
  return { projectId: project.id, alertId, roomId: room.id }
}

const readAlert = (id: string) =>
  api.world.services.database.prisma.alert.findUniqueOrThrow({ where: { id } })

const auditOf = (subjectId: string) =>
  api.world.services.database.prisma.auditEntry.findMany({
    where: { subjectId },
    select: { action: true, actorKind: true, actorName: true },
  })

/** A fake Slack API that knows one user. */
async function startSlack(user: object | null = null) {
  const slack = await startProvider(({ path }) => ({
    body: path.endsWith("users.info")
      ? user === null
        ? { ok: false, error: "missing_scope" }
        : { ok: true, user }
      : { ok: true },
  }))
  api.world.services.env.SLACK_API_URL = `${slack.url}/api/`
  return slack
}

type Press = {
  action?: string
  alertId: string
  room?: string
  secret?: string
  ageSeconds?: number
  /** Unix seconds, instead of the age. */
  at?: number
}

async function pressSlack(press: Press) {
  const { action = "acknowledge", alertId, room = slackRoom } = press
  const payload = {
    type: "block_actions",
    user: { id: "U1", username: "ana", name: "ana" },
    channel: { id: room, name: "ops" },
    actions: [{ type: "button", action_id: action, value: alertId }],
  }
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
  const timestamp = String(press.at ?? Math.floor(Date.now() / 1000) - (press.ageSeconds ?? 0))
  const mac = createHmac("sha256", press.secret ?? signingSecret)
  const response = await fetch(`${api.address}/hooks/slack/interactions`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-slack-request-timestamp": timestamp,
      "x-slack-signature": `v0=${mac.update(`v0:${timestamp}:${body}`).digest("hex")}`,
    },
    body,
  })
  return { status: response.status, text: await response.text() }
}

async function pressDiscord(interaction: object, spoil = false, at = Date.now() / 1000) {
  const body = JSON.stringify(interaction)
  const timestamp = String(Math.floor(at))
  const signature = sign(null, Buffer.from(timestamp + body), privateKey).toString("hex")
  const response = await fetch(`${api.address}/hooks/discord/interactions`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-signature-timestamp": timestamp,
      "x-signature-ed25519": signature,
    },
    body: spoil ? `${body} ` : body,
  })
  const text = await response.text()
  return { status: response.status, body: JSON.parse(text) }
}

const component = (customId: string, channelId = discordRoom, id = "7") => ({
  type: 3,
  id: newId(),
  channel_id: channelId,
  data: { custom_id: customId, component_type: 2 },
  member: { nick: null, user: { id, username: "bo", global_name: "Bo" } },
})

test("a member who presses a button in Slack acts as themselves, by the address that Slack confirmed", async () => {
  const { projectId, alertId } = await makeScene()
  const ana = await makeMember(api.world, projectId, "editor", "Ana")
  await startSlack({ is_email_confirmed: true, profile: { email: ana.email, real_name: "A." } })
  expect(await pressSlack({ alertId })).toEqual({ status: 200, text: "" })
  expect(await readAlert(alertId)).toMatchObject({ acknowledgedBy: "Ana", resolvedAt: null })
  expect(await auditOf(alertId)).toEqual([
    { action: "alert.acknowledged", actorKind: "user", actorName: "Ana" },
  ])
})

test("an unknown person acts with the permissions of the channel, under their name in the chat", async () => {
  const { alertId } = await makeScene()
  await startSlack()
  expect(await pressSlack({ alertId, action: "resolve" })).toEqual({ status: 200, text: "" })
  expect((await readAlert(alertId)).resolvedAt).toBeInstanceOf(Date)
  expect(await auditOf(alertId)).toEqual([
    { action: "alert.state_changed", actorKind: "system", actorName: "ana (Slack)" },
  ])
})

test("an address that Slack has not confirmed identifies no member", async () => {
  const { projectId, alertId } = await makeScene()
  const ana = await makeMember(api.world, projectId, "editor", "Ana")
  await startSlack({ is_email_confirmed: false, profile: { email: ana.email, real_name: "Eve" } })
  await pressSlack({ alertId })
  expect((await readAlert(alertId)).acknowledgedBy).toBe("Eve (Slack)")
})

test("a person who comes too late gets a private message, and nothing changes", async () => {
  const { alertId } = await makeScene()
  await acknowledgeAlert(api.world.system, alertId)
  const slack = await startSlack()
  expect(await pressSlack({ alertId })).toEqual({ status: 200, text: "" })
  await soon(() => slack.heard.filter(({ path }) => path.endsWith("postEphemeral"))).toMatchObject([
    { body: { channel: slackRoom, user: "U1", text: "test already acknowledged this alert." } },
  ])
  expect((await readAlert(alertId)).acknowledgedBy).toBe("test")
})

test("an invalid secret, an old request, another channel and another project's alert are refused alike", async () => {
  const { alertId, roomId } = await makeScene()
  const elsewhere = await makeScene()
  await startSlack()
  const { prisma } = api.world.services.database
  const answers = [
    await pressSlack({ alertId, secret: "0".repeat(32) }),
    await pressSlack({ alertId, ageSeconds: 301 }),
    await pressSlack({ alertId, room: "C999999999" }),
    await pressSlack({ alertId: "nonsense" }),
  ]
  await prisma.channel.delete({ where: { id: roomId } })
  answers.push(await pressSlack({ alertId }))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(401)
  expect((await readAlert(alertId)).acknowledgedAt).toBe(null)
  expect((await readAlert(elsewhere.alertId)).acknowledgedAt).toBe(null)
})

test("a request that is sent again acts once, in every process, and says so", async () => {
  const handled = "This press was already handled. Nothing was changed."
  const at = Math.floor(Date.now() / 1000)
  const inSlack = await makeScene()
  const slack = await startSlack()
  const press = { alertId: inSlack.alertId, at }
  await pressSlack(press)
  await unacknowledgeAlert(api.world.system, inSlack.alertId)
  expect((await pressSlack(press)).status).toBe(200)
  await soon(() => slack.heard.map(({ body }) => body["text"])).toContain(handled)
  expect((await readAlert(inSlack.alertId)).acknowledgedAt).toBe(null)
  await pressSlack({ ...press, at: at + 1 })
  expect((await readAlert(inSlack.alertId)).acknowledgedAt).not.toBe(null)

  const { alertId } = await makeScene()
  const body = component(`acknowledge:${alertId}`, discordRoom, "9")
  await Promise.all([pressDiscord(body, false, at), pressDiscord(body, false, at)])
  await unacknowledgeAlert(api.world.system, alertId)
  expect((await pressDiscord(body, false, at)).body).toMatchObject({ data: { content: handled } })
  expect((await readAlert(alertId)).acknowledgedAt).toBe(null)
  const acknowledged = await auditOf(alertId)
  expect(acknowledged.filter(({ action }) => action === "alert.acknowledged")).toHaveLength(1)
})

test("a disabled channel can no longer act", async () => {
  const { alertId, roomId } = await makeScene()
  const { prisma } = api.world.services.database
  await prisma.channel.update({ where: { id: roomId }, data: { enabled: false } })
  const slack = await startSlack()
  expect((await pressSlack({ alertId })).status).toBe(200)
  await soon(() => slack.heard.map(({ body }) => body["text"])).toEqual([
    "This channel no longer receives alerts. Nothing was changed.",
  ])
  expect((await readAlert(alertId)).acknowledgedAt).toBe(null)
})

test("pressing a link button only acknowledges the request", async () => {
  const { alertId } = await makeScene()
  expect(await pressSlack({ alertId, action: "link-0" })).toEqual({ status: 200, text: "" })
  expect((await readAlert(alertId)).acknowledgedAt).toBe(null)
})

test("Discord's ping is answered once a bot's key is known, and only with its signature", async () => {
  await makeScene()
  const ping = { type: 1, application_id: application }
  expect(await pressDiscord(ping)).toEqual({
    status: 200,
    body: { type: 1 },
  })
  expect((await pressDiscord(ping, true)).status).toBe(401)
  expect((await pressDiscord({ ...ping, application_id: "1" })).status).toBe(401)
})

test("a button in Discord acknowledges under the sender's name; the next person gets a private message", async () => {
  const { alertId } = await makeScene()
  expect(await pressDiscord(component(`acknowledge:${alertId}`))).toMatchObject({
    status: 200,
    body: { type: 4, data: { flags: 64 } },
  })
  expect((await readAlert(alertId)).acknowledgedBy).toBe("Bo (Discord)")
  expect(await pressDiscord(component(`acknowledge:${alertId}`))).toEqual({
    status: 200,
    body: {
      type: 4,
      data: {
        content: "Bo (Discord) already acknowledged this alert.",
        flags: 64,
        allowed_mentions: { parse: [] },
      },
    },
  })
  expect((await pressDiscord(component(`resolve:${alertId}`))).body).toEqual({ type: 6 })
  expect((await readAlert(alertId)).resolvedAt).toBeInstanceOf(Date)
  expect((await pressDiscord(component(`resolve:${alertId}`))).body).toMatchObject({
    type: 4,
    data: { content: "This alert is already resolved." },
  })
})

test("an unknown person in Discord is sent a link once, and acts as the member who opens it", async () => {
  const { projectId, alertId } = await makeScene()
  const press = (action: string, id = alertId) =>
    pressDiscord(component(`${action}:${id}`, discordRoom, "8"))
  const { content } = (await press("acknowledge")).body.data
  expect(content).toMatch(/^Done as Bo \(Discord\)\. .*http:\/\/localhost:\d+\/link\/[\w-]+>$/)
  const path = new URL(/<(.*)>/.exec(content)?.[1] ?? "").pathname
  const visitor = createBrowser(
    createAuth(api.world.services),
    "http://localhost:3000",
    "192.0.2.9",
  )
  const signedUp = { name: "Grace", email: "grace@example.test", password: "correct horse battery" }
  await visitor.send("/sign-up/email", signedUp)
  const { prisma } = api.world.services.database
  const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { email: signedUp.email } })
  await prisma.member.create({ data: { id: newId(), projectId, userId, role: "editor" } })
  const open = async (
    method: string,
    cookie = visitor.headers().get("cookie") ?? "",
    at = path,
  ) => {
    const response = await fetch(api.address + at, { method, headers: { cookie } })
    return { status: response.status, text: await response.text() }
  }
  expect(await open("POST", "")).toMatchObject({ status: 401 })
  expect(await open("GET")).toMatchObject({
    status: 200,
    text: expect.stringContaining("Are you Bo in Discord?"),
  })
  for (const wrong of [path.slice(0, -4), "/link/", `/link/${"A".repeat(60)}`]) {
    expect(await open("POST", visitor.headers().get("cookie") ?? "", wrong)).toMatchObject({
      status: 410,
    })
  }
  expect(await prisma.chatAccount.count({ where: { userId } })).toBe(0)
  expect(await open("POST")).toMatchObject({ status: 200 })

  expect((await press("resolve")).body).toEqual({ type: 6 })
  expect(await auditOf(alertId)).toContainEqual({
    action: "alert.state_changed",
    actorKind: "user",
    actorName: "Grace",
  })
  const grace = { kind: "user", userId, sessionId: newId(), ...signedUp } as const
  const account = { host: "DISCORD", memberId: "8", name: "Bo" }
  const read = async () =>
    (await ask(api.world, grace, "{ chatAccounts { host memberId name } }")).data
  expect(await read()).toEqual({ chatAccounts: [account] })
  const end = 'mutation { disconnectChatAccount(memberId: "8") }'
  const stranger = await makeMember(api.world, projectId, "owner")
  expect((await ask(api.world, stranger.ctx.actor, end)).data).toEqual({
    disconnectChatAccount: false,
  })
  expect((await ask(api.world, grace, end)).data).toEqual({ disconnectChatAccount: true })
  expect(await read()).toEqual({ chatAccounts: [] })
})

test("an invalid interaction, one of another channel, or one that was tampered with is refused", async () => {
  const { alertId } = await makeScene()
  const seen = [
    await pressDiscord(component(`acknowledge:${alertId}`, "1100000000000000002")),
    await pressDiscord(component("acknowledge:nonsense")),
    await pressDiscord({ type: 2 }),
    await pressDiscord(component(`acknowledge:${alertId}`), true),
  ]
  expect(seen.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  expect((await readAlert(alertId)).acknowledgedAt).toBe(null)
})
