import { deliveryInWords } from "../support/in-words.ts"
import { afterAll, expect, test } from "vitest"
import { unacknowledgeAlert } from "../../src/graphql/incidents/alert/unacknowledge-alert.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { newId } from "../../src/platform/id.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { makeChannel } from "../support/channels.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { callBack, startTwilio, type Asked } from "../support/twilio.ts"
import { makeProject } from "../support/world.ts"
import { useNotify } from "../support/notify.ts"

const twilio = await startTwilio()
// Behind a proxy: the URL that Twilio calls is not where this server listens.
const base = "https://watch.test"
const api = useApi({ ...apiEnv, ...twilio.env, BASE_URL: base })
afterAll(() => twilio.stop())
useNotify(api.world)

const randomNumber = () => `+4915${String(Math.floor(Math.random() * 1e9)).padStart(9, "0")}`

/** The only owner of a project, who is paged for everything. */
async function makeOwner(kinds: ("sms" | "voice")[], name = "Grace") {
  const { id: projectId } = await makeProject(api.world)
  const { userId } = await makeMember(api.world, projectId, "owner", name)
  const number = randomNumber()
  for (const kind of kinds) {
    await makeChannel(api.world, { userId }, { kind, settings: { number } })
  }
  const sentTo = (what: "Messages" | "Calls") => (one: Asked) =>
    one.path.includes(what) && one.fields["To"] === number
  return {
    projectId,
    userId,
    number,
    fail: () => pagingOf(api.world).fail(projectId),
    sms: () => twilio.reached(sentTo("Messages")),
    call: () => twilio.reached(sentTo("Calls")),
  }
}

const alertOf = (id: string) =>
  api.world.services.database.prisma.alert.findUniqueOrThrow({ where: { id } })
const deliveryOf = (receipt: string) =>
  api.world.services.database.prisma.delivery.findFirst({
    where: { receipt },
    include: { attempts: { orderBy: { number: "desc" } } },
  })
const report = (asked: Asked, fields: Record<string, string>, token?: string) =>
  callBack({ address: api.address, url: asked.fields["StatusCallback"] ?? "" }, fields, token)
const reply = (From: string, Body: string, more: Record<string, string> = {}) => {
  const fields = { MessageSid: `SM${newId()}`, From, Body, ...more }
  return callBack({ address: api.address, url: `${base}/hooks/twilio/sms` }, fields)
}

test("an alert is sent as SMS, its status callback confirms it once, and a reply acknowledges it", async () => {
  const { fail, sms, number } = await makeOwner(["sms"])
  const { alert } = await fail()
  const asked = await sms()
  expect(asked.fields["Body"]).toContain(`Reply ACK ${alert.number} or open ${base}/acknowledge/`)
  const delivered = { MessageSid: asked.sid, MessageStatus: "delivered" }
  expect((await report(asked, delivered, "another token")).status).toBe(403)
  // The status callback may arrive before the send is recorded.
  expect((await report(asked, delivered)).status).toBe(204)
  const confirmed = await deliveryOf(asked.sid)
  expect(confirmed).toMatchObject({ state: "delivered", confirmedAt: expect.any(Date) })
  expect((await report(asked, delivered)).status).toBe(204)
  const late = { MessageSid: asked.sid, MessageStatus: "undelivered", ErrorCode: "30003" }
  expect((await report(asked, late)).status).toBe(204)
  expect(await deliveryOf(asked.sid)).toEqual(confirmed)

  expect((await reply(number, "what is this?")).text).toContain("Reply ACK and the number")
  expect((await reply(number, "ack 999")).text).toContain("No alert 999 was sent to you.")
  expect((await alertOf(alert.id)).acknowledgedAt).toBeNull()
  expect((await reply(number, ` ack #${alert.number} `)).text).toContain("Acknowledged: #1 ")
  expect(await alertOf(alert.id)).toMatchObject({ acknowledgedBy: "Grace" })
  expect((await reply(number, `ACK ${alert.number}`)).text).toContain("Acknowledged: #1 ")
})

test("a message that the carrier lost is retried, and the next contact method calls at once and acknowledges by key", async () => {
  const { fail, sms, call } = await makeOwner(["sms", "voice"])
  const { alert } = await fail()
  const asked = await sms()
  const lost = { MessageSid: asked.sid, MessageStatus: "undelivered", ErrorCode: "30003" }
  expect((await report(asked, lost)).status).toBe(204)
  const row = await deliveryOf(asked.sid)
  const { lastError, attempts } = row === null ? {} : deliveryInWords(row)
  expect(lastError).toBe(
    "The phone did not get the message: the phone is off or out of range (Twilio 30003).",
  )
  expect(attempts?.[0]).toMatchObject({ outcome: "undelivered" })
  const called = await call()
  const url = /action="([^"]+)"/.exec(called.fields["Twiml"] ?? "")?.[1] ?? ""
  const press = (Digits: string, token?: string) =>
    callBack({ address: api.address, url }, { CallSid: called.sid, Digits }, token)
  expect((await press("4", "another token")).status).toBe(403)
  expect((await press("1")).text).toContain("Press 4 to acknowledge.")
  expect((await alertOf(alert.id)).acknowledgedAt).toBeNull()
  expect((await press("4")).text).toContain("Acknowledged: #1 ")
  expect((await alertOf(alert.id)).acknowledgedBy).toBe("Grace")
  expect((await report(called, { CallSid: called.sid, CallStatus: "completed" })).status).toBe(204)
  expect((await deliveryOf(called.sid))?.confirmedAt).toBeInstanceOf(Date)
})

test("with several alerts open, ACK alone asks which one, and unknown numbers get no reply", async () => {
  const { fail, sms, number } = await makeOwner(["sms"])
  const first = await fail()
  await sms()
  const second = await fail()
  await twilio.reached(
    ({ fields }) => fields["To"] === number && fields["Body"]?.startsWith("#2") === true,
  )
  expect((await reply(number, "ack")).text).toMatch(/Which one\?.*#2.*#1/)
  expect((await reply(number, "ack 2")).text).toContain("Acknowledged: #2 ")
  expect((await reply(number, "ok")).text).toContain("Acknowledged: #1 ")
  expect((await alertOf(first.alert.id)).acknowledgedBy).toBe("Grace")
  expect((await alertOf(second.alert.id)).acknowledgedBy).toBe("Grace")
  for (const [from, body] of [
    [randomNumber(), "ack 1"],
    [randomNumber(), "hello"],
  ] as const) {
    expect((await reply(from, body)).text).not.toContain("<Message>")
  }
  const stopped = await reply(number, "STOP", { OptOutType: "STOP" })
  expect(stopped.text).not.toContain("<Message>")
})

test("one number in two projects is not guessed, and a page acknowledges the alert that took over from its own", async () => {
  const { projectId, userId, fail, sms, number } = await makeOwner(["sms"])
  const other = await makeProject(api.world)
  await api.world.services.database.prisma.member.create({
    data: { id: newId(), projectId: other.id, userId, role: "owner" },
  })
  const here = await fail()
  await sms()
  const there = await pagingOf(api.world).fail(other.id)
  await twilio.reached(
    ({ fields }) => fields["To"] === number && fields["Body"]?.includes(other.name) === true,
  )
  expect((await reply(number, "ack 1")).text).toMatch(/Alert 1 is open in .* and /)
  for (const { alert } of [here, there]) {
    expect((await alertOf(alert.id)).acknowledgedAt).toBeNull()
    await pagingOf(api.world).acknowledge(alert.id)
  }
  await createPolicy(api.world.system, {
    projectId,
    name: "Twice",
    rules: [0, 60].map((delayMinutes) => ({ delayMinutes, targets: [{ userId }] })),
  })
  const paging = pagingOf(api.world)
  const monitors = [
    await paging.monitor(projectId, "shop.example"),
    await paging.monitor(projectId, "shop.example"),
  ] as const
  await paging.fail(projectId, monitors[0])
  await twilio.reached(
    ({ fields }) => fields["To"] === number && fields["Body"]?.startsWith("#2") === true,
  )
  const { alert } = await paging.fail(projectId, monitors[1])
  await paging.recover(monitors[0])
  expect((await reply(number, "ack 3")).text).toContain("Acknowledged: #3 ")
  expect((await alertOf(alert.id)).acknowledgedBy).toBe("Grace")
})

const unacknowledge = (id: string) => unacknowledgeAlert(api.world.system, id)

/** Nothing but the given write fails, once. */
async function failOnce<T>(table: string, work: () => Promise<T>): Promise<T> {
  const { pool } = api.world.services.database
  await pool.query(
    `create function refuse_once() returns trigger language plpgsql as
       $$ begin raise exception 'a failure of the test'; end $$`,
  )
  await pool.query(
    `create trigger refuse_once before insert on ${table} execute function refuse_once()`,
  )
  try {
    return await work()
  } finally {
    await pool.query("drop function refuse_once cascade")
  }
}

test("a captured reply or key works again after a failure, and changes nothing after success", async () => {
  const { fail, sms, call, number } = await makeOwner(["sms", "voice"])
  const first = await fail()
  const lost = { MessageStatus: "undelivered", ErrorCode: "30003" }
  const sent = await sms()
  expect((await report(sent, { MessageSid: sent.sid, ...lost })).status).toBe(204)
  const asked = await call()
  const captured = { MessageSid: `SM${newId()}` }
  const failed = await failOnce("audit_entry", () => reply(number, "ack", captured))
  expect(failed.status).toBe(500)
  expect((await alertOf(first.alert.id)).acknowledgedAt).toBeNull()
  expect((await reply(number, "ack", captured)).text).toContain("Acknowledged: #1 ")
  // Twilio asks again if our response was lost.
  expect((await reply(number, "ack 1", captured)).text).toContain("Acknowledged: #1 ")
  await unacknowledge(first.alert.id)
  expect((await reply(number, "ack", captured)).text).not.toContain("<Message>")
  expect((await alertOf(first.alert.id)).acknowledgedAt).toBeNull()

  const url = /action="([^"]+)"/.exec(asked.fields["Twiml"] ?? "")?.[1] ?? ""
  const press = () => callBack({ address: api.address, url }, { CallSid: asked.sid, Digits: "4" })
  expect((await press()).text).toContain("Acknowledged: #1 ")
  await unacknowledge(first.alert.id)
  expect((await press()).text).not.toContain("Acknowledged")
  expect((await alertOf(first.alert.id)).acknowledgedAt).toBeNull()

  // One that only led to a question must not act when there is one alert to choose.
  const second = await fail()
  await twilio.reached(
    ({ fields }) => fields["To"] === number && fields["Body"]?.startsWith("#2") === true,
  )
  const question = { MessageSid: `SM${newId()}` }
  expect((await reply(number, "ack", question)).text).toMatch(/Which one/)
  expect((await reply(number, "ack 1")).text).toContain("Acknowledged: #1 ")
  expect((await reply(number, "ack", question)).text).not.toContain("<Message>")
  expect((await alertOf(second.alert.id)).acknowledgedAt).toBeNull()
})

test("requests without a delivery or a valid signature change nothing", async () => {
  const nowhere = { address: api.address, url: `${base}/hooks/twilio/status/${newId()}` }
  const unknown = { MessageSid: "SM0", MessageStatus: "undelivered" }
  expect((await callBack(nowhere, unknown)).status).toBe(204)
  const key = { ...nowhere, url: `${base}/hooks/twilio/key/nonsense` }
  expect((await callBack(key, { Digits: "4" })).status).toBe(404)
  const bare = await fetch(`${api.address}/hooks/twilio/sms`, {
    method: "POST",
    body: new URLSearchParams({ From: "+491511234567", Body: "ack 1" }),
  })
  expect(bare.status).toBe(403)
  expect((await fetch(`${api.address}/hooks/twilio/sms`)).status).toBe(405)
})
