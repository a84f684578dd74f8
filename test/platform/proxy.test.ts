import { inWords } from "../support/in-words.ts"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { createServer as createHttps } from "node:https"
import type { TLSSocket } from "node:tls"
import { expect, onTestFinished, test, vi } from "vitest"
import { createSsoDiscovery } from "../../src/api/sso/sso-discovery.ts"
import { discordBot } from "../../src/channels/discord/send-discord-bot.ts"
import type { Outcome } from "../../src/channels/message.ts"
import { slackBot } from "../../src/channels/slack/send-slack-bot.ts"
import type { PushText } from "../../src/channels/web-push/push-text.ts"
import { push } from "../../src/channels/web-push/send-web-push.ts"
import { sms } from "../../src/channels/twilio/send-sms.ts"
import { issue } from "../../src/cli/demo/certificate.ts"
import { fetchClientDocument } from "../../src/graphql/workspace/oauth/fetch-client-document.ts"
import { pingDeadMan } from "../../src/jobs/audit/dead-man-switch.ts"
import { fetchCalendar } from "../../src/jobs/calendar/fetch-calendar.ts"
import { createBucket } from "../../src/jobs/export/bucket-store.ts"
import { createBucketPlace } from "../../src/platform/backup/bucket-place.ts"
import { systemClock } from "../../src/platform/clock.ts"
import { readEnv, settingNames } from "../../src/platform/env.ts"
import { findMisspelt } from "../../src/platform/misspelt-settings.ts"
import { createLog } from "../../src/platform/log.ts"
import { proxyFor, proxyNames } from "../../src/platform/proxy/proxy-settings.ts"
import { useProxy } from "../../src/platform/proxy/use-proxy.ts"
import { createVault } from "../../src/platform/secret.ts"
import { createSend } from "../../src/platform/send-post.ts"
import type { Services } from "../../src/platform/services.ts"
import { probeHttp } from "../../src/probe/kinds/http.ts"
import { startBucket } from "../support/bucket.ts"
import { page, sendingOf, startProvider } from "../support/chat.ts"
import { startDnsServer } from "../support/dns-server.ts"
import { startForwardProxy } from "../support/forward-proxy.ts"
import { closedPort, listen, listenHttp } from "../support/listeners.ts"
import { httpTarget, makeTools, noDeadline } from "../support/prober.ts"
import { makeSubscription } from "../support/push.ts"
import { startQuickOidc } from "../support/quick-oidc.ts"
import { accountSid, startTwilio } from "../support/twilio.ts"
import { testEnv, type World } from "../support/world.ts"

const authority = issue({ name: "Receivers' authority", isAuthority: true })
const answers = new Map([
  ["hook.example", "127.0.0.1"],
  ["inside.example", "10.1.2.3"],
])
const port = 443

/** A receiver at hook.example, which is 127.0.0.1, and a proxy that leads to it. */
async function startHook(options: Parameters<typeof startForwardProxy>[0] = {}) {
  const subjects = ["hook.example", "127.0.0.1"]
  const certificate = issue({ name: "hook", names: subjects, issuer: authority })
  const got: string[] = []
  /** The names that TLS was with; false for none. */
  const tlsNames: unknown[] = []
  const server = createHttps(certificate, (request, response) => {
    tlsNames.push((request.socket as TLSSocket).servername)
    got.push(`${request.method} ${request.headers.host}${request.url}`)
    request.resume().on("end", () => response.end("BEGIN:VCALENDAR\r\nEND:VCALENDAR"))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const place = (server.address() as AddressInfo).port
  const proxy = await startForwardProxy({ places: { [`127.0.0.1:${port}`]: place }, ...options })
  const names = await startDnsServer(({ name, type }) => ({
    answers: type === "A" ? [{ type, name, ttl: 1, data: answers.get(name) ?? "203.0.113.9" }] : [],
  }))
  const env = { ...testEnv, HTTPS_PROXY: proxy.url, RESOLVERS: [names.server] }
  return { got, tlsNames, proxy, env, place }
}

const post = async (
  env: typeof testEnv,
  url: string,
  more: { port?: number; totalMs?: number } = {},
) => {
  const send = createSend({ env, clock: systemClock, ca: [authority.cert], ...more })
  return inWords(await send({ url, headers: {}, body: "{}" }))
}

test("a customer's URL goes by CONNECT to the address that the guard allowed, and TLS is with its host", async () => {
  const { env, proxy, got } = await startHook({ credentials: "ana:s3cret" })
  expect(await post(env, "https://hook.example/hook")).toMatchObject({
    outcome: "accepted",
    responseStatus: 200,
  })
  const calendar = await fetchCalendar(
    { env, ca: [authority.cert] },
    "https://hook.example/c",
    null,
  )
  expect(calendar.text).toContain("BEGIN:VCALENDAR")
  expect(proxy.asked).toEqual(["CONNECT 127.0.0.1:443", "CONNECT 127.0.0.1:443"])
  expect(got).toEqual(["POST hook.example/hook", "GET hook.example/c"])
  // The certificate is for hook.example alone.
  answers.set("other.example", "127.0.0.1")
  expect(await post(env, "https://other.example/hook")).toMatchObject({
    outcome: "untrusted",
    error: expect.stringContaining("other.example"),
  })
  await expect(fetchClientDocument({ env }, "https://hook.example/client")).rejects.toThrow(
    "has no metadata document",
  )
  expect(proxy.asked).toHaveLength(4)
  expect(got).toHaveLength(2)
})

test("TLS inside the tunnel names a host, and never an address", async () => {
  const { env, tlsNames } = await startHook()
  for (const host of ["hook.example", "127.0.0.1"]) {
    expect((await post(env, `https://${host}/hook`)).outcome).toBe("accepted")
  }
  expect(tlsNames).toEqual(["hook.example", false])
})

test("web push goes by CONNECT to the browser's push service", async () => {
  const { env, proxy, got } = await startHook()
  const services = {
    env,
    clock: systemClock,
    vault: createVault(randomBytes(32)),
    ca: [authority.cert],
  }
  const { settings } = makeSubscription("https://hook.example/push")
  const text = { title: "Shop is down", body: "", url: "/", tag: "a" } as unknown as PushText
  const outcome = await push(
    settings,
    () => text,
    { TTL: 60 },
    {
      services: services as unknown as Services,
      signal: AbortSignal.timeout(10_000),
    },
  )
  expect(outcome).toMatchObject({ kind: "accepted" })
  expect(proxy.asked).toEqual(["CONNECT 127.0.0.1:443"])
  expect(got).toEqual(["POST hook.example/push"])
})

test("the guard refuses before the proxy is asked, also a name that leads to a private address", async () => {
  const { env, proxy } = await startHook()
  const refused = [
    "https://10.0.0.1/",
    "https://169.254.169.254/latest",
    "https://[fd00:ec2::254]/",
    "https://inside.example/hook",
    "https://metadata.google.internal/",
    "http://203.0.113.9/",
  ]
  for (const url of refused) {
    const { outcome } = await post({ ...env, HTTP_PROXY: proxy.url }, url)
    expect([url, outcome]).toEqual([url, "forbidden"])
    await expect(
      fetchCalendar({ env: { ...env, HTTP_PROXY: proxy.url } }, url, null),
    ).rejects.toThrow("Nothing was sent")
  }
  expect(proxy.asked).toEqual([])
})

test("the next address is tried where the proxy does not reach one, and plain HTTP is tunneled too", async () => {
  const plain = await listenHttp((_request, response) => response.end("ok"))
  const proxy = await startForwardProxy({ refuse: (to) => (to.startsWith("[::1]") ? 502 : null) })
  const names = await startDnsServer(({ name, type }) => ({
    answers:
      type === "A"
        ? [{ type, name, ttl: 1, data: "127.0.0.1" }]
        : [{ type: "AAAA", name, ttl: 1, data: "::1" }],
  }))
  const env = { ...testEnv, HTTP_PROXY: proxy.url, RESOLVERS: [names.server] }
  const at = `http://both.example:${plain.port}/`
  expect(await post(env, at)).toMatchObject({ outcome: "accepted", responseBody: "ok" })
  expect(proxy.asked.at(-1)).toBe(`CONNECT 127.0.0.1:${plain.port}`)
})

const said = async (env: typeof testEnv) => (await post(env, "https://hook.example/")).error

test("errors name the proxy that refused or is gone, and never its credentials", async () => {
  const { env, proxy } = await startHook({ credentials: "ana:s3cret" })
  const gone = `127.0.0.1:${await closedPort()}`
  const { env: strict, proxy: other } = await startHook({ refuse: () => 403 })
  expect(await said({ ...env, HTTPS_PROXY: `http://ana:wr0ng@${proxy.at}` })).toBe(
    `The proxy ${proxy.at} returned 407: it does not accept the user and password in HTTPS_PROXY.`,
  )
  expect(await said({ ...env, HTTPS_PROXY: `http://${proxy.at}` })).toBe(
    `The proxy ${proxy.at} returned 407: it requires a user and password in HTTPS_PROXY.`,
  )
  expect(await said(strict)).toBe(`The proxy ${other.at} returned 403 for 127.0.0.1:443.`)
  const words = `The proxy ${gone} cannot be reached: connect ECONNREFUSED ${gone}.`
  const away = { ...env, HTTPS_PROXY: `http://ana:s3cret@${gone}` }
  expect(await said(away)).toBe(words)
  await expect(fetchCalendar({ env: away }, "https://hook.example/", null)).rejects.toThrow(words)
})

test("a proxy or a receiver that does not answer ends at the deadline", async () => {
  const silent = await listen(() => undefined)
  const { env } = await startHook()
  const late = { totalMs: 300 }
  const dead = { ...env, HTTPS_PROXY: `http://127.0.0.1:${silent.port}` }
  expect(await post(dead, "https://hook.example/", late)).toMatchObject({
    outcome: "timed_out",
    error: "No connection within 0.3 s.",
  })
  const { url } = await startForwardProxy()
  const plain = { ...testEnv, HTTP_PROXY: url }
  expect(await post(plain, `http://127.0.0.1:${silent.port}/`, late)).toMatchObject({
    outcome: "timed_out",
    error: "No response within 0.3 s.",
  })
})

function isDirect(entry: string, url: string, addresses: string[] = []): boolean {
  const { protocol, hostname, port } = new URL(url)
  const settings = readEnv({ HTTPS_PROXY: "http://proxy:1", NO_PROXY: entry })
  return proxyFor(settings, { protocol, hostname, port, addresses }) === null
}

test("NO_PROXY names hosts, domains, addresses and ranges that are reached directly", async () => {
  const { env, proxy, place } = await startHook()
  const direct = { ...env, NO_PROXY: ["hook.example"] }
  const to = { port: place }
  expect((await post(direct, "https://hook.example/", to)).outcome).toBe("accepted")
  const inRange = { ...env, NO_PROXY: ["127.0.0.0/8"] }
  expect((await post(inRange, "https://hook.example/", to)).outcome).toBe("accepted")
  expect(proxy.asked).toEqual([])

  const cases: [string, string, boolean][] = [
    ["*", "https://a.example", true],
    ["a.example", "https://a.example", true],
    ["A.example.", "https://a.EXAMPLE", true],
    ["example", "https://a.example", true],
    [".a.example", "https://b.a.example", true],
    ["*.a.example", "https://b.a.example", true],
    ["a.example", "https://ba.example", false],
    ["a.example:8443", "https://a.example", false],
    ["a.example:443", "https://a.example", true],
    ["x, 10.0.0.0/8", "https://10.9.8.7", true],
    ["10.0.0.0/8", "https://11.0.0.1", false],
    ["10.0.0.1:443", "https://10.0.0.1", true],
    ["::1", "https://[::1]", true],
    ["[::1]:443", "https://[::1]", true],
    ["fd00::/8", "https://[fd00::1]", true],
    ["fd00::/8", "https://10.0.0.1", false],
    ["", "https://a.example", false],
  ]
  expect(cases.map(([entry, url]) => isDirect(entry, url))).toEqual(cases.map(([, , is]) => is))
  // Only what is wholly inside a range.
  expect(isDirect("10.0.0.0/8", "https://a.example", ["10.0.0.1", "10.0.0.2"])).toBe(true)
  expect(isDirect("10.0.0.0/8", "https://a.example", ["10.0.0.1", "203.0.113.9"])).toBe(false)
  expect(isDirect("x", "http://a.example")).toBe(true)
})

test("the settings are read in both cases, and a proxy of another kind is refused without its secret", () => {
  expect(readEnv({ https_proxy: "http://p:1", no_proxy: "a,b", HTTP_PROXY: "" })).toMatchObject({
    HTTPS_PROXY: "http://p:1",
    NO_PROXY: ["a", "b"],
  })
  const both = readEnv({ https_proxy: "http://lower:1", HTTPS_PROXY: "https://u:p@upper" })
  expect(proxyNames(both)).toBe("upper:443")
  expect(proxyNames(readEnv({}))).toBeNull()
  const wrong = [
    "proxy.example:3128",
    "socks5://proxy:1080",
    "http://",
    "http://user:s3cret%@proxy:1",
    "http://user:s3cret@proxy/path",
    "s3cret",
  ]
  for (const text of wrong) {
    const start = () => readEnv({ HTTPS_PROXY: text })
    expect(start).toThrow("HTTPS_PROXY must be the URL of an HTTP proxy, such as http://p")
    expect(start).not.toThrow("s3cret")
  }
  const others = { FTP_PROXY: "x", all_proxy: "x", https_proxy: "x", npm_config_proxy: "x" }
  expect(findMisspelt(others, settingNames)).toEqual([])
})

/** One proxy for all that this process fetches, until the test ends. */
async function startAll(options: Parameters<typeof startForwardProxy>[0] = {}) {
  const proxy = await startForwardProxy(options)
  const env = readEnv({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url })
  onTestFinished(await useProxy(env))
  return proxy
}
const world = {
  services: { env: testEnv, clock: systemClock } as Services,
} as World
const accepted: Partial<Outcome> = { kind: "accepted" }
const hostOf = (url: string) => `CONNECT ${new URL(url).host}`

test("providers, single sign-on, buckets and the dead-man URL go through the proxy", async () => {
  const proxy = await startAll({ credentials: "ana:s3cret" })
  const reached = async (url: string, work: Promise<unknown>, expected: unknown) => {
    expect(await work).toEqual(expected)
    expect(proxy.asked).toContain(hostOf(url))
  }
  const slack = await startProvider(() => ({ body: { ok: true, channel: "C1", ts: "1.2" } }))
  const viaSlack = sendingOf(world, { SLACK_API_URL: `${slack.url}/api/` })
  const chat = { token: "xoxb-1", signingSecret: "s", channelId: "C1" }
  await reached(slack.url, slackBot.send(chat, page(), viaSlack), expect.objectContaining(accepted))
  const discord = await startProvider(() => ({ body: { id: "1", channel_id: "2" } }))
  const bot = { token: "t", publicKey: "k", channelId: "2" }
  const viaDiscord = sendingOf(world, { DISCORD_API_URL: discord.url })
  await reached(
    discord.url,
    discordBot.send(bot, page(), viaDiscord),
    expect.objectContaining(accepted),
  )
  const twilio = await startTwilio()
  onTestFinished(() => twilio.stop())
  const { TWILIO_URL } = twilio.env
  await reached(
    TWILIO_URL.apiUrl,
    sms.send({ number: "+4915112345678" }, page(), sendingOf(world, twilio.env)),
    expect.objectContaining(accepted),
  )
  const keys = { id: "AKIAEXAMPLE", secret: "secret/key" }
  const bucket = await startBucket(keys)
  const place = {
    url: bucket.url,
    region: "r",
    accessKeyId: keys.id,
    secretAccessKey: keys.secret,
  }
  const copies = createBucket(place)
  const file = { name: "index.html", type: "text/html", bytes: Buffer.from("x") }
  await reached(bucket.url, copies.put(file), undefined)
  const backups = createBucketPlace(place)
  const whole = Buffer.alloc(300_000, "backup")
  async function* source() {
    yield await Promise.resolve(whole)
  }
  await reached(bucket.url, backups.write("one", source()), whole.length)
  const back = async () => Buffer.concat(await Array.fromAsync(await backups.read("one")))
  await reached(bucket.url, back(), whole)
  const watcher = await startProvider(() => ({}))
  const query = vi.fn()
  const database = { pool: { query } } as unknown as Services["database"]
  const log = createLog("silent", "test")
  await pingDeadMan({ database, log }, watcher.url)
  expect(proxy.asked).toContain(hostOf(watcher.url))
  const oidc = await startQuickOidc()
  onTestFinished(() => oidc.stop())
  const discovery = createSsoDiscovery({ ...testEnv, ...oidc.settings }, log)
  await reached(oidc.issuer, discovery.origins(), [oidc.issuer])
})

test("what a provider's sender says of a proxy that refuses names the proxy", async () => {
  const { at } = await startAll({ refuse: () => 407 })
  const words = `The proxy ${at} returned 407: it requires a user and password in HTTP_PROXY`
  const url = `http://127.0.0.1:${await closedPort()}`
  const slack = sendingOf(world, { SLACK_API_URL: `${url}/api/` })
  const said = [
    await slackBot.send({ token: "xoxb-1", signingSecret: "s", channelId: "C2" }, page(), slack),
    await discordBot.send(
      { token: "t", publicKey: "k", channelId: "2" },
      page(),
      sendingOf(world, { DISCORD_API_URL: url }),
    ),
    await sms.send(
      { number: "+4915112345678" },
      page(),
      sendingOf(world, {
        TWILIO_URL: { accountSid, authToken: "token", from: "+15005550006", apiUrl: url },
      }),
    ),
  ]
  for (const one of said) {
    expect(inWords(one)).toMatchObject({ kind: "retry", error: expect.stringContaining(words) })
  }
  const place = { url: `${url}/b`, region: "r", accessKeyId: "k", secretAccessKey: "s" }
  await expect(createBucket(place).remove("one")).rejects.toThrow(words)
  await expect(createBucketPlace(place).remove("one")).rejects.toThrow(words)
})

test("probes never use it", async () => {
  const proxy = await startAll()
  const target = await listenHttp((_request, response) => response.end("ok"))
  const url = `http://127.0.0.1:${target.port}/`
  const before = { ...process.env }
  Object.assign(process.env, { HTTP_PROXY: proxy.url, http_proxy: proxy.url })
  onTestFinished(() => void (process.env = before))
  const seen = await probeHttp(httpTarget(url), makeTools(), noDeadline())
  expect(seen).toMatchObject({ failure: null, httpStatus: 200 })
  expect(proxy.asked).toEqual([])
})
