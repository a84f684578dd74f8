import { randomUUID } from "node:crypto"
import { mkdir, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { z } from "zod"
import { inDays, issue } from "../../src/cli/demo/certificate.ts"
import { checkAuthorities } from "../../src/cli/doctor/check-contents.ts"
import { readEnv } from "../../src/platform/env.ts"
import { segmentId, segmentName } from "../../src/telemetry/ingest/segment.ts"
import { createVault } from "../../src/platform/secret.ts"
import { withClient } from "../../src/cli/database.ts"
import { startForwardProxy } from "../support/forward-proxy.ts"
import { startSmtp } from "../support/smtp.ts"
import { startTwilio } from "../support/twilio.ts"
import { startDnsServer } from "../support/dns-server.ts"
import { answerAsAnchor } from "../support/anchor.ts"
import { closedPort, listen, listenTls } from "../support/listeners.ts"
import { cloneDatabase } from "../support/world.ts"
import { makeFolder, run, type Settings } from "./watchkeeper.ts"

const report = z.object({
  ok: z.boolean(),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      status: z.enum(["ok", "warning", "error"]),
      detail: z.string(),
      advice: z.string().nullable(),
      findings: z.array(z.looseObject({ code: z.string() })).optional(),
    }),
  ),
})

async function examine(settings: Settings) {
  const { code, stdout, stderr } = await run(["doctor", "--json"], settings)
  const { ok, checks } = report.parse(JSON.parse(stdout))
  const byName = Object.fromEntries(checks.map((check) => [check.name, check]))
  return { code, ok, stderr, byName, checks }
}

test("reports success, changes nothing and exits with 0 if all is well", async () => {
  const [folder, database] = await Promise.all([makeFolder(), cloneDatabase()])
  const anchor = await listen(answerAsAnchor)
  const names = await startDnsServer(({ name }) => ({
    answers: name === "." ? [{ type: "NS", name, ttl: 1, data: "a.root-servers.net" }] : [],
  }))
  const [smtp, twilio] = [await startSmtp(), await startTwilio()]
  const proxy = await startForwardProxy({ credentials: "ana:s3cret" })
  twilio.answers.push({ status: 200, body: { status: "active" } })
  const authority = issue({ name: "Test authority", isAuthority: true })
  const authorities = join(folder.path, "authority.pem")
  await writeFile(authorities, authority.cert)
  const { cert, key } = issue({ name: "us", names: ["127.0.0.1"], issuer: authority })
  const ours = await listenTls({ cert, key }, (socket) => {
    socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"))
  })
  const vault = createVault(Buffer.alloc(32, 7))
  await withClient(database.connectionString, (client) =>
    client.query(
      "insert into installation_setting (name, sealed_value) values ('SIGN_UP', $1), ('MAIL_FROM', $2)",
      [vault.seal("open"), vault.seal("other@watch.example")],
    ),
  )
  const { code, ok, stderr, byName, checks } = await examine({
    DATA_DIR: folder.path,
    DATABASE_URL: database.connectionString,
    SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
    PORT: String(await closedPort()),
    EGRESS_ANCHORS: `127.0.0.1:${anchor.port}`,
    RESOLVERS: names.server,
    DEAD_MAN_URL: "https://watcher.example/secret",
    BASE_URL: `https://127.0.0.1:${ours.port}`,
    NODE_EXTRA_CA_CERTS: authorities,
    SMTP_URL: smtp.url,
    MAIL_FROM: "alerts@watch.example",
    ...twilio.settings,
    http_proxy: proxy.url,
    NO_PROXY: "localhost",
  })
  expect({ code, ok, stderr }).toEqual({ code: 0, ok: true, stderr: "" })
  // Whether this machine may ping does not matter here.
  const { ping, ...rest } = byName
  expect(ping?.status).toMatch(/ok|warning/)
  expect(Object.keys(rest)).toEqual([
    "node",
    "settings",
    "data folder",
    "disk",
    "secret key",
    "port",
    "database",
    "tables",
    "secrets",
    "clock",
    "backup",
    "operator",
    "authorities",
    "base url",
    "redis",
    "resolvers",
    "egress",
    "proxy",
    "e-mail",
    "sms and calls",
    "targets",
    "chats",
    "web push",
    "watcher",
  ])
  expect(rest["watcher"]?.detail).not.toContain("secret")
  expect(rest["proxy"]?.detail).toBe(
    `${proxy.at} carries requests to providers and to URLs of customers, except to localhost`,
  )
  expect(proxy.asked).toEqual([`CONNECT ${new URL(twilio.env.TWILIO_URL.apiUrl).host}`])
  const own = checks.filter(({ name }) => name === "operator").map(({ detail }) => detail)
  expect(own).toEqual([
    "set in the browser: SIGN_UP",
    "set in the browser too, but the environment wins: MAIL_FROM",
  ])
  expect(rest["e-mail"]?.detail).toContain("accepts mail from alerts@watch.example")
  expect(rest["targets"]?.detail).toBe(
    "monitors may reach public addresses; SIGN_UP=open closes private ones unless MONITOR_PRIVATE names them",
  )
  const { backup, ...others } = rest
  expect(backup).toMatchObject({
    status: "warning",
    detail: "no backup has been made and verified",
  })
  for (const check of Object.values(others)) expect(check).toMatchObject({ status: "ok" })
  expect(smtp.mails).toEqual([])
  await Promise.all([anchor.close(), smtp.stop(), twilio.stop()])
  await Promise.all([folder.remove(), database.drop()])
})

test("reports each problem with a remedy and exits with 1", async () => {
  const folder = await makeFolder()
  const taken = await listen((socket) => socket.end())
  const away = await closedPort()
  await mkdir(join(folder.path, "data"))
  const file = join(folder.path, "data/secret.key")
  await writeFile(file, "x", { mode: 0o644 })
  const spool = join(folder.path, "data/telemetry/spool", randomUUID())
  await mkdir(spool, { recursive: true })
  const waiting = join(spool, segmentName(segmentId(randomUUID(), "otel_logs")))
  await writeFile(waiting, "rows")
  await utimes(waiting, new Date(), new Date(Date.now() - 420_000))
  const settings = {
    DATA_DIR: join(folder.path, "data"),
    HOST: "127.0.0.1",
    PORT: String(taken.port),
    REDIS_URL: `redis://127.0.0.1:${away}`,
    EGRESS_ANCHORS: "192.0.2.1:0",
    RESOLVERS: `127.0.0.1:${away}`,
    TWILIO_FROM: "+15005550006",
    SIGN_UP: "open",
    MONITOR_PRIVATE: "10.0.0.0/8",
    HTTPS_PROXY: `http://ana:s3cret@127.0.0.1:${away}`,
  }
  const { code, ok, byName } = await examine(settings)
  expect({ code, ok }).toEqual({ code: 1, ok: false })
  expect(byName["secret key"]).toEqual({
    name: "secret key",
    status: "warning",
    detail: `${file} is readable by other users`,
    advice: `Run: chmod 600 ${file}`,
  })
  expect(byName["port"]).toMatchObject({
    status: "error",
    detail: `${taken.port} on 127.0.0.1: in use by another program`,
  })
  expect(byName["targets"]?.detail).toBe("monitors may reach public addresses, and in 10.0.0.0/8")
  expect(byName["redis"]).toMatchObject({
    status: "warning",
    advice: expect.stringMatching(/^REDIS_URL: the Redis at .+ is unavailable/),
  })
  expect(byName["resolvers"]).toMatchObject({
    status: "error",
    detail: `no response from 127.0.0.1:${away}`,
  })
  expect(byName["egress"]).toMatchObject({ status: "error" })
  expect(byName["proxy"]).toEqual({
    name: "proxy",
    status: "error",
    detail: `127.0.0.1:${away} cannot be reached: connect ECONNREFUSED 127.0.0.1:${away}`,
    advice: "Check HTTPS_PROXY and HTTP_PROXY, and NO_PROXY for what needs no proxy.",
  })
  expect(byName["spool"]).toEqual({
    name: "spool",
    status: "warning",
    detail: "1 files of telemetry have waited for the store for up to 7 minutes",
    advice: "Start the telemetry role, or check CLICKHOUSE_URL.",
  })
  expect(byName["database"]).toMatchObject({ status: "ok" })
  expect(byName["e-mail"]).toMatchObject({
    status: "warning",
    advice: "Set SMTP_URL and MAIL_FROM.",
  })
  expect(byName["sms and calls"]).toMatchObject({
    status: "ok",
    detail: "not used. Set TWILIO_URL.",
  })
  expect(byName["settings"]).toMatchObject({
    status: "warning",
    detail: "TWILIO_FROM is replaced by TWILIO_URL and does nothing now.",
    findings: [{ code: "setting_retired" }],
  })

  const { code: exit, stdout } = await run(["doctor"], {
    ...settings,
    DATABASE_URL: `postgres://a:b@127.0.0.1:${away}/c`,
  })
  expect(exit).toBe(1)
  expect(stdout).toContain("✗ database     cannot be reached\n")
  expect(stdout).toContain(
    `→ Cannot connect to DATABASE_URL: nothing is listening at 127.0.0.1:${away}.`,
  )
  await taken.close()
  await folder.remove()
})

const authorityOf = (name: string, days: number) =>
  issue({ name, validFrom: inDays(-9), expiresAt: inDays(days) }).cert

test("authorities that expired are counted, and named in one line", async () => {
  const { path, remove } = await makeFolder()
  onTestFinished(remove)
  const file = join(path, "authorities.pem")
  const expired = ["One", "Two", "Three", "Four"].map((name) => authorityOf(name, -1))
  await writeFile(file, [...expired, authorityOf("Five", 30)].join("\n"))
  const env = readEnv({ EGRESS_CA: file })
  expect(await checkAuthorities(env, {})).toMatchObject([
    { detail: `4 of 5 in ${file} expired: One, Two, Three, 1 more` },
  ])
})
