import { expect, test } from "vitest"
import { checkReach } from "../../../src/graphql/on-call/schedule/check-readiness.ts"
import { createPolicy } from "../../../src/graphql/on-call/policy/create-policy.ts"
import type {
  Duty,
  Policy,
  Target,
} from "../../../src/graphql/on-call/schedule/rules/policy-limits.ts"
import {
  unreachedOf,
  type BrokenKinds,
} from "../../../src/graphql/on-call/schedule/rules/unreached.ts"
import { say } from "../../../src/findings/say.ts"
import { readEnv } from "../../../src/platform/env.ts"
import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import { ask } from "../../support/ask.ts"
import { makeChannel } from "../../support/channels.ts"
import { makeMember } from "../../support/people.ts"
import { makeProject, testEnv, useWorld } from "../../support/world.ts"

const world = useWorld({ ...testEnv, BASE_URL: "http://watch.example" })

const policyOf = (...targets: Target[]): Policy => ({
  id: "policy",
  name: "Standard",
  repeatCount: 0,
  repeatDelayMinutes: 5,
  rules: targets.map((target, at) => ({
    id: `${at}`,
    order: at + 1,
    delayMinutes: 0,
    targets: [target],
  })),
})

const contactOf = (...kinds: ChannelKind[]) => ({
  channels: kinds.map((kind) => ({ channelId: kind, kind, name: "" })),
  rules: null,
})

const duty: Duty = {
  rotations: new Map(),
  teams: new Map([["core", ["bo", "gone"]]]),
  members: new Set(["ada", "bo", "cy"]),
  admins: ["ada"],
  contacts: new Map([
    ["ada", contactOf("email", "sms")],
    ["bo", contactOf("web_push")],
    ["cy", contactOf()],
  ]),
  channels: new Map([
    ["chat", { kind: "slack_webhook", isUsable: true }],
    ["mails", { kind: "email", isUsable: true }],
    ["off", { kind: "email", isUsable: false }],
  ]),
}

const user = (userId: string): Target => ({ kind: "user", userId })
const channel = (channelId: string): Target => ({ kind: "channel", channelId })
const none: BrokenKinds = new Map()
const noMail: BrokenKinds = new Map([["email", "missing"]])
const neither: BrokenKinds = new Map([
  ["email", "missing"],
  ["sms", "failing"],
])

const named = (...ids: string[]) =>
  unreachedOf([policyOf(...ids.map(channel))], false, duty, noMail)

test("who has one way that works is reached, and the account's address counts as one", () => {
  const everybody = [policyOf(user("ada"), { kind: "team", teamId: "core" }, user("cy"))]
  expect(unreachedOf(everybody, false, duty, none)).toBeNull()
  expect(unreachedOf(everybody, false, duty, noMail)).toMatchObject({
    userIds: ["cy"],
    isNobody: false,
  })
  expect(unreachedOf(everybody, false, duty, neither)).toEqual({
    userIds: ["ada", "cy"],
    channelIds: [],
    isNobody: false,
    kinds: ["email", "sms"],
  })
})

test("owners and admins count where no rule pages, and a former member never does", () => {
  expect(unreachedOf([], true, duty, neither)).toMatchObject({ userIds: ["ada"], isNobody: true })
  expect(unreachedOf([], true, duty, noMail)).toBeNull()
  expect(unreachedOf([policyOf(user("gone"))], false, duty, neither)).toBeNull()
})

test("a channel that a rule names is reached or not by its kind; one that is off is another warning", () => {
  expect(named("chat")).toBeNull()
  expect(named("off")).toBeNull()
  expect(named("mails")).toMatchObject({ channelIds: ["mails"], isNobody: true })
  expect(named("mails", "chat")).toMatchObject({ channelIds: ["mails"], isNobody: false })
})

test("a project says that alerts reach nobody, then whom they miss, until a way works", async () => {
  const { id: projectId } = await makeProject(world)
  const { ctx, userId } = await makeMember(world, projectId, "owner")
  const read = async (more: object = {}) => {
    const found = await checkReach({ ...ctx, env: { ...ctx.env, ...more } }, projectId)
    return found && [say([found]), say([found], "de")]
  }
  const nobody = [
    "Alerts reach nobody: e-mail is not set up.",
    "Alarme erreichen niemanden: E-Mail ist nicht eingerichtet.",
  ]
  expect(await read()).toEqual(nobody)
  const { data } = await ask(
    world,
    ctx.actor,
    `query ($id: ID!) { project(id: $id) { unreached { text }
      onCallReadiness { isReady warnings { kind text } } } }`,
    { id: projectId },
  )
  expect(data).toMatchObject({
    project: {
      unreached: { text: nobody[0] },
      onCallReadiness: { isReady: false, warnings: [{ kind: "UNREACHED", text: nobody[0] }] },
    },
  })
  const mail = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "alerts@watch.example" }
  expect(await read(mail)).toBeNull()

  const bo = await makeMember(world, projectId, "editor")
  const { pool, prisma } = world.services.database
  await prisma.user.update({ where: { id: bo.userId }, data: { name: "Bo" } })
  await createPolicy(world.system, {
    projectId,
    name: "Standard",
    rules: [{ delayMinutes: 0, targets: [{ userId }, { userId: bo.userId }] }],
  })
  await makeChannel(world, { userId }, { kind: "sms", settings: { number: "+4915112345678" } })
  const { TWILIO_URL } = readEnv({
    TWILIO_URL: `https://AC${"0".repeat(32)}:token@api.twilio.com?from=%2B4915112345678`,
  })
  expect(await read({ TWILIO_URL })).toEqual([
    "Alerts do not reach Bo: e-mail is not set up.",
    "Alarme erreichen Bo nicht: E-Mail ist nicht eingerichtet.",
  ])
  expect(await read({ TWILIO_URL, ...mail })).toBeNull()
  const trouble = { resource: "mail", status: "degraded", detail: "No e-mail can be sent." }
  await pool.query(
    `insert into resource_report (process_id, role, host, at, troubles, usage)
     values (gen_random_uuid(), 'notify', 'here', now(), $1, '{}')`,
    [JSON.stringify([trouble])],
  )
  expect(await read({ TWILIO_URL, ...mail })).toEqual([
    "Alerts do not reach Bo: the mail server does not accept messages.",
    "Alarme erreichen Bo nicht: der Mailserver nimmt keine Nachrichten an.",
  ])
})
