import { Webhook } from "standardwebhooks"
import { beforeEach, expect, test } from "vitest"
import { rotateSecret } from "../../../src/graphql/delivery/webhook/rotate-secret.ts"
import { updateEndpoint } from "../../../src/graphql/delivery/webhook/update-webhook.ts"
import { createSend, type Send } from "../../../src/platform/send-post.ts"
import { startDnsServer } from "../../support/dns-server.ts"
import { startReceiver } from "../../support/receiver.ts"
import { webhooksOf } from "../../support/webhooks.ts"
import { makeProject, testEnv, useWorld } from "../../support/world.ts"

const world = useWorld()
const webhooks = webhooksOf(world)

beforeEach(() => webhooks.sql("delete from delivery"))

/** An endpoint with one queued event. */
async function enqueueMessages(url: string) {
  const { id: projectId } = await makeProject(world)
  const made = await webhooks.make(projectId, url)
  const subjectId = await webhooks.happen(projectId)
  await webhooks.address()
  return { ...made, id: made.endpoint.id, projectId, subjectId }
}

const only = <T>(rows: T[]): T => {
  expect(rows).toHaveLength(1)
  return rows[0] as T
}

test("delivers a signed event that the official library accepts, and records the attempt", async () => {
  const { send, url, got } = await startReceiver((response) =>
    response.writeHead(201, { "x-trace": "abc" }).end("thanks"),
  )
  const { id, secret, subjectId } = await enqueueMessages(url)
  expect(await webhooks.sendDue(send)).toEqual([true])
  const delivery = only(await webhooks.deliveriesTo(id))
  expect(delivery).toMatchObject({
    state: "delivered",
    attemptCount: 1,
    lastError: null,
    settledAt: expect.any(Date),
    attempts: [
      {
        number: 1,
        outcome: "accepted",
        responseStatus: 201,
        responseHeaders: expect.stringContaining("x-trace: abc"),
        responseBody: "thanks",
        error: null,
      },
    ],
  })
  const request = only(got)
  expect(request.headers["webhook-id"]).toBe(delivery.id)
  expect(request.headers["content-type"]).toBe("application/json")
  expect(request.body).toBe(delivery.body)
  const headers = request.headers as Record<string, string>
  expect(new Webhook(secret).verify(request.body, headers)).toEqual({
    type: "alert.created",
    timestamp: expect.any(String),
    data: { alert: { id: subjectId, title: "“down”" } },
  })
  expect(await webhooks.endpoint(id)).toMatchObject({
    consecutiveFailures: 0,
    failingSince: null,
    lastSuccessAt: expect.any(Date),
  })
})

test("both secrets sign while the previous one is valid, then only the new one", async () => {
  const { send, url, got } = await startReceiver((response) => response.writeHead(500).end())
  const { id, secret: previous } = await enqueueMessages(url)
  const { secret } = await rotateSecret(world.system, id)
  await webhooks.sendDue(send)
  await webhooks.sql(
    "update webhook_endpoint set previous_secret_expires_at = date_trunc('milliseconds', now()) where id = $1",
    [id],
  )
  await webhooks.bringForward()
  await webhooks.sendDue(send)
  const verifies = (key: string) =>
    got.map(({ body, headers }) => {
      try {
        return new Webhook(key).verify(body, headers as Record<string, string>) !== undefined
      } catch {
        return false
      }
    })
  expect(verifies(secret)).toEqual([true, true])
  expect(verifies(previous)).toEqual([true, false])
  expect(got.map(({ headers }) => String(headers["webhook-signature"]).split(" ").length)).toEqual([
    2, 1,
  ])
})

test("every attempt has the first one's id and body, with its own time and signature", async () => {
  const { send, url, got } = await startReceiver((response, index) =>
    response.writeHead(index < 2 ? 503 : 200).end(),
  )
  const { id } = await enqueueMessages(url)
  for (let count = 0; count < 3; count += 1) {
    const clock = { ...world.services.clock, now: () => new Date(Date.now() + count * 1000) }
    await webhooks.bringForward()
    expect(await webhooks.sendDue(send, { ...world.services, clock })).toEqual([true])
  }
  const distinct = (pick: (one: (typeof got)[number]) => unknown) => new Set(got.map(pick)).size
  expect(got).toHaveLength(3)
  expect(distinct(({ body }) => body)).toBe(1)
  expect(distinct(({ headers }) => headers["webhook-id"])).toBe(1)
  expect(distinct(({ headers }) => headers["webhook-timestamp"])).toBe(3)
  expect(distinct(({ headers }) => headers["webhook-signature"])).toBe(3)
  expect(only(await webhooks.deliveriesTo(id))).toMatchObject({
    state: "delivered",
    attempts: [{ outcome: "rejected" }, { outcome: "rejected" }, { outcome: "accepted" }],
  })
})

test("refuses a receiver that now resolves to loopback, with a reason, and retries later", async () => {
  let address = "127.0.0.1"
  const dns = await startDnsServer(({ type, name }) => ({
    answers: type === "A" ? [{ type: "A", name, data: address }] : [],
  }))
  const open = await startReceiver(undefined, { env: { RESOLVERS: [dns.server] } })
  const { id, projectId } = await enqueueMessages("https://receiver.example/hook")
  await webhooks.sendDue(open.send)
  expect(open.got).toHaveLength(1)
  await webhooks.happen(projectId)
  await webhooks.address()
  address = "169.254.169.254"
  const { clock } = world.services
  const env = { ...testEnv, REACHABLE_RANGES: [], RESOLVERS: [dns.server] }
  await webhooks.sendDue(createSend({ env, clock, port: open.port }))
  address = "127.0.0.1"
  await webhooks.bringForward()
  await webhooks.sendDue(createSend({ env, clock, port: open.port }))
  const why = "Nothing was sent. receiver.example resolves to"
  expect((await webhooks.deliveriesTo(id)).at(-1)).toMatchObject({
    state: "pending",
    attempts: [
      {
        outcome: "forbidden",
        responseStatus: null,
        error: `${why} 169.254.169.254: 169.254.169.254 is a link-local or cloud metadata address.`,
      },
      { outcome: "forbidden", error: `${why} 127.0.0.1: 127.0.0.1 is a loopback address.` },
    ],
  })
  expect(open.got).toHaveLength(1)
})

test("a worker killed between claim and send, or send and settle, delays but never loses a delivery", async () => {
  const { send, url, got } = await startReceiver()
  const { id } = await enqueueMessages(url)
  const beforeSend = await webhooks.claim()
  expect(beforeSend.rows).toHaveLength(1)
  expect((await webhooks.claim()).rows).toEqual([])
  await webhooks.takeBack()
  const beforeSettle = await webhooks.claim()
  const held = only(beforeSettle.rows)
  const sendAndDie: Send = async (post) => {
    await send(post)
    throw new Error("killed")
  }
  await expect(webhooks.attempt(sendAndDie, beforeSettle.token, held)).rejects.toThrow("killed")
  expect(got).toHaveLength(1)
  await webhooks.takeBack()
  expect(await webhooks.sendDue(send)).toEqual([true])
  expect(got).toHaveLength(2)
  expect(got[1]?.headers["webhook-id"]).toBe(got[0]?.headers["webhook-id"])
  expect(got[1]?.body).toBe(got[0]?.body)
  // The late result of the worker considered dead changes nothing.
  expect(await webhooks.attempt(send, beforeSettle.token, held)).toBe(false)
  expect(only(await webhooks.deliveriesTo(id))).toMatchObject({
    state: "delivered",
    attemptCount: 3,
    attempts: [{ outcome: "interrupted" }, { outcome: "interrupted" }, { outcome: "accepted" }],
  })
})

test("of two racing workers only one attempts", async () => {
  const { send, url, got } = await startReceiver()
  await enqueueMessages(url)
  const both = await Promise.all([1, 2, 3, 4].map(() => webhooks.sendDue(send)))
  expect(both.flat()).toEqual([true])
  expect(got).toHaveLength(1)
})

test("a URL that was changed meanwhile is where the next attempt goes; a disabled endpoint gets none", async () => {
  const { send, url, got } = await startReceiver((response) => response.writeHead(500).end())
  const { id } = await enqueueMessages(url)
  await webhooks.sendDue(send)
  await updateEndpoint(world.system, id, { url: "https://127.0.0.1/other" })
  await webhooks.bringForward()
  expect(await webhooks.sendDue(send)).toEqual([true])
  await webhooks.bringForward()
  await updateEndpoint(world.system, id, { enabled: false })
  expect(await webhooks.sendDue(send)).toEqual([])
  expect(got.map(({ path }) => path)).toEqual(["/hook", "/other"])
})
