import { randomUUID } from "node:crypto"
import { IncomingMessage } from "node:http"
import { Socket } from "node:net"
import { expect, test } from "vitest"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { Refusal } from "../../src/http/refusal.ts"
import { executeOnce, readIdempotencyKey } from "../../src/rest/idempotency.ts"
import { rolesOf, startProgram } from "../story/program.ts"
import { makeKey, useApi } from "../support/api.ts"
import { call } from "../support/rest.ts"
import { soon } from "../support/soon.ts"
import { makeProject } from "../support/world.ts"

const api = useApi()

async function scene() {
  const { id: projectId } = await makeProject(api.world)
  const key = await makeKey(api.world, projectId)
  const target = { kind: "http", name: "Shop", url: "http://127.0.0.1:1/" } as const
  const monitor = await createMonitor(api.world.system, { projectId, ...target })
  const path = `/v1/monitors/${monitor.id}/mute`
  const mute = (name: string | null, body: unknown = { duration_minutes: 5 }, to = path) =>
    call(api, key.authorization, "POST", to, {
      body,
      headers: name === null ? {} : { "idempotency-key": name },
    })
  const mutes = () =>
    api.world.services.database.prisma.auditEntry.count({
      where: { projectId, action: "monitor.muted" },
    })
  return { projectId, key, monitor, mute, mutes }
}

test("a repeated request gets the first response byte for byte, and nothing happens again", async () => {
  const { mute, mutes } = await scene()
  const first = await mute("one")
  expect([first.status, first.headers.get("idempotency-replayed")]).toEqual([200, null])
  const again = await mute("one")
  expect([again.status, again.text]).toEqual([200, first.text])
  expect(again.headers.get("idempotency-replayed")).toBe("true")
  expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"))
  expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"))
  expect(await mutes()).toBe(1)
  await mute("two")
  await mute(null)
  expect(await mutes()).toBe(3)
})

test("a validation error is stored too, and a replay counts as a request", async () => {
  const { mute } = await scene()
  const first = await mute("bad", { duration_minutes: 0 })
  const again = await mute("bad", { duration_minutes: 0 })
  expect([first.status, again.status, again.text]).toEqual([400, 400, first.text])
  const left = (answer: typeof first) => Number(answer.headers.get("x-ratelimit-remaining"))
  expect(left(first) - left(again)).toBe(1)
})

test("the same key with another body, path or query is refused, and projects do not share keys", async () => {
  const { mute, mutes, monitor } = await scene()
  await mute("one")
  for (const other of [
    await mute("one", { duration_minutes: 6 }),
    await mute("one", '{"duration_minutes": 5}'),
    await mute("one", { duration_minutes: 5 }, `/v1/monitors/${monitor.id}/mute?x=1`),
  ]) {
    expect([other.status, other.body]).toEqual([
      422,
      expect.objectContaining({ code: "idempotency_key_reused" }),
    ])
  }
  expect(await mutes()).toBe(1)
  const stranger = await scene()
  expect((await stranger.mute("one")).status).toBe(200)
})

test("of fifty identical concurrent requests one is executed; the others wait or get its response", async () => {
  const { mute, mutes } = await scene()
  const answers = await Promise.all(Array.from({ length: 50 }, () => mute("race")))
  const texts = new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text))
  expect(texts.size).toBe(1)
  for (const { status, body, headers } of answers) {
    if (status === 200) continue
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({ code: "idempotency_in_progress" }),
    ])
    expect(headers.get("retry-after")).toBe("1")
  }
  expect(await mutes()).toBe(1)
  const repeated = await Promise.all(Array.from({ length: 20 }, () => mute("race")))
  for (const { status, headers } of repeated) {
    expect([status, headers.get("idempotency-replayed")]).toEqual([200, "true"])
  }
})

test("a key is 1 to 255 visible characters, sent once", async () => {
  const { mute } = await scene()
  expect((await mute("k".repeat(255))).status).toBe(200)
  for (const name of ["k".repeat(256), "two words", "naïve", ""]) {
    const answer = await mute(name)
    expect([answer.status, answer.body]).toEqual([
      400,
      expect.objectContaining({
        code: "validation_failed",
        errors: [expect.objectContaining({ header: "Idempotency-Key" })],
      }),
    ])
  }
})

test("a response that depends on the moment is not stored, and leaves no effect", async () => {
  const { projectId } = await scene()
  const ctx = api.world.system
  const req = Object.assign(new IncomingMessage(new Socket()), { method: "POST", url: "/v1/x" })
  const labels = () => api.world.services.database.prisma.label.count({ where: { projectId } })
  const send = (key: string, status: number) =>
    executeOnce(ctx, { projectId, key, req, body: Buffer.from("{}") }, async (within) => {
      await createLabel(within, { projectId, name: `${key} ${status}` })
      if (status === 0) throw new Error("the work failed")
      return { status, headers: {}, body: `${status}` }
    })
  for (const status of [401, 403, 409, 415, 429, 500, 503]) {
    expect(await send(`at ${status}`, status)).toEqual({ status, headers: {}, body: `${status}` })
    expect(await labels()).toBe(0)
  }
  await expect(send("at 409", 0)).rejects.toThrow("the work failed")
  expect(await send("at 409", 200)).toMatchObject({ status: 200, headers: {} })
  expect(await send("at 409", 503)).toMatchObject({
    status: 200,
    headers: { "idempotency-replayed": "true" },
  })
  expect(await labels()).toBe(1)
  req.headersDistinct["idempotency-key"] = ["one", "two"]
  expect(() => readIdempotencyKey(req)).toThrow(Refusal)
})

test("a response is stored encrypted and for a day, and unauthorized responses are not stored", async () => {
  const { mute, mutes, projectId, key } = await scene()
  const { prisma, pool } = api.world.services.database
  const { text } = await mute("one")
  const { sealed } = await prisma.idempotentAnswer.findUniqueOrThrow({
    where: { projectId_key: { projectId, key: "one" } },
  })
  expect(Buffer.from(sealed).includes(text.slice(0, 20))).toBe(false)
  await pool.query("update idempotent_answer set created_at = now() - interval '24 hours 1 second'")
  expect((await mute("one")).headers.get("idempotency-replayed")).toBeNull()
  expect((await mute("one")).headers.get("idempotency-replayed")).toBe("true")
  expect(await mutes()).toBe(2)

  await prisma.apiKey.update({ where: { id: key.id }, data: { scopes: ["monitors:read"] } })
  await soon(async () => (await mute(null)).status).toBe(403)
  expect((await mute("later")).status).toBe(403)
  await prisma.apiKey.update({ where: { id: key.id }, data: { scopes: ["monitors:write"] } })
  await soon(async () => (await mute("later")).status).toBe(200)
})

test("a server killed during a request leaves neither effect nor response, and a retry executes it once", async () => {
  const { mute, mutes, monitor, key } = await scene()
  const { pool } = api.world.services.database
  const settings = {
    DATABASE_URL: api.world.connectionString,
    SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
    HOST: "127.0.0.1",
    PORT: "0",
    LOG_LEVEL: "error",
  }
  const program = await startProgram(settings, ["api"])
  const blocker = await pool.connect()
  try {
    // The row is locked, so the request is in the middle of its transaction.
    await blocker.query("begin")
    await blocker.query("select 1 from monitor where id = $1 for update", [monitor.id])
    const name = randomUUID()
    const lost = fetch(`${program.address}/v1/monitors/${monitor.id}/mute`, {
      method: "POST",
      headers: {
        authorization: key.authorization,
        "content-type": "application/json",
        "idempotency-key": name,
      },
      body: JSON.stringify({ duration_minutes: 5 }),
    }).catch(() => null)
    await soon(async () => {
      const { rows } = await pool.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
      return rows.length
    }).toBeGreaterThan(0)
    const pid = (await rolesOf(program)).get("api")
    if (pid === undefined) throw new Error("the api role does not run")
    process.kill(pid, "SIGKILL")
    expect(await lost).toBeNull()
    await blocker.query("rollback")
    await soon(async () => (await mute(name)).status).toBe(200)
    expect(await mutes()).toBe(1)
  } finally {
    await blocker.query("rollback")
    blocker.release()
    await program.stop()
  }
})
