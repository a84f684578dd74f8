import { once } from "node:events"
import { createServer } from "node:http"
import { connect, type AddressInfo } from "node:net"
import { expect, onTestFinished, test, vi } from "vitest"
import { createBroadcasts } from "../../src/api/broadcast.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { addIncidentUpdate } from "../../src/graphql/incidents/incident/add-update.ts"
import { deleteStatusPage } from "../../src/graphql/status-pages/status-page/delete-status-page.ts"
import { updateStatusPage } from "../../src/graphql/status-pages/status-page/update-status-page.ts"
import { watchPublicPage } from "../../src/graphql/status-pages/status-page/watch-public.ts"
import { createStream, fromIterator } from "../../src/graphql/live/stream.ts"
import { makeKey, useApi } from "../support/api.ts"
import { cutBus } from "../support/cut-bus.ts"
import { checkOf, offline } from "../support/checks.ts"
import { maintain } from "../support/history.ts"
import { openSocket, overEvents, overSocket } from "../support/live.ts"
import { makeMember } from "../support/people.ts"
import { soon } from "../support/soon.ts"
import { makePublicPage } from "../support/status-page.ts"

const api = useApi()
const { world } = api

const fields = `name headline version openIncidents { title updates { body } }
  sections { components { name status } } ongoingMaintenances { title }`
const watching = (slug: string) =>
  `subscription { publicStatusPageChanged(slug: "${slug}") { ${fields} } }`

type PageState = {
  name: string
  headline: string
  version: string
  openIncidents: { title: string; updates: { body: string | null }[] }[]
  sections: { components: { name: string; status: string }[] }[]
  ongoingMaintenances: { title: string }[]
}

/** Subscribes like a browser: with GET, without a key. */
async function watch(slug: string) {
  const leave = new AbortController()
  onTestFinished(() => leave.abort())
  const query = new URLSearchParams({ query: watching(slug) })
  const response = await fetch(`${api.address}/graphql?${query}`, {
    headers: { accept: "text/event-stream" },
    signal: leave.signal,
  })
  const received: PageState[] = []
  const read = async () => {
    let rest = ""
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = (rest + piece).split("\n\n")
      rest = events.pop() ?? ""
      for (const event of events) {
        if (!event.startsWith("event: next\ndata: ")) continue
        const { data } = JSON.parse(event.slice(18)) as {
          data: { publicStatusPageChanged: PageState } | null
        }
        if (data) received.push(data.publicStatusPageChanged)
      }
    }
  }
  // Ends with its test.
  read().catch(() => undefined)
  await soon(() => received.length).toBeGreaterThan(0)
  return { received, last: () => received.at(-1), leave: () => leave.abort() }
}

test("a public page's stream starts with the page and sends each change to anonymous viewers", async () => {
  const { page, projectId, attach } = await makePublicPage(world)
  const { monitor } = await attach("Shop")
  const stranger = await watch(page.slug)
  expect(stranger.last()).toMatchObject({ name: "Acme", headline: "UNKNOWN", openIncidents: [] })

  await recordChecks(world.services, [checkOf(monitor, new Date(), offline)])
  await soon(stranger.last).toMatchObject({
    headline: "MAJOR_OUTAGE",
    openIncidents: [{ title: "Shop is down" }],
    sections: [{ components: [{ name: "Shop", status: "OFFLINE" }] }],
  })
  const { ctx } = await makeMember(world, projectId, "editor")
  const incident = await world.services.database.prisma.incident.findFirstOrThrow({
    where: { projectId },
  })
  await addIncidentUpdate(ctx, { id: incident.id, body: "We found the cause.", isPublic: true })
  await soon(() => stranger.last()?.openIncidents[0]?.updates[0]).toEqual({
    body: "We found the cause.",
  })

  const { authorization } = await makeKey(world, projectId, ["monitors:read"])
  const { client } = openSocket(api.address, authorization)
  const member = overSocket(client, watching(page.slug))
  expect(await member.next()).toMatchObject({
    data: { publicStatusPageChanged: { headline: "MAJOR_OUTAGE" } },
  })
  await member.close()
})

test("a private page's stream fails like an unknown one, and making a page private ends its streams", async () => {
  const { page } = await makePublicPage(world)
  const hidden = await makePublicPage(world, { isPublic: false })
  const said = await Promise.all(
    [hidden.page.slug, "no-such-page", "%00", "a b", "W".repeat(5000)].map(async (slug) => {
      const { response, rest } = await overEvents(api.address, watching(slug), {})
      const headers = Object.fromEntries(response.headers)
      for (const one of ["x-request-id", "date", "content-length"]) delete headers[one]
      return { status: response.status, headers, heard: await rest() }
    }),
  )
  expect(said[0]?.heard).toMatchObject([
    { errors: [{ message: "There is no such status page.", extensions: { code: "not_found" } }] },
  ])
  for (const one of said) expect(one).toEqual(said[0])

  const gone = {
    errors: [{ message: "There is no such status page.", extensions: { code: "not_found" } }],
  }
  const stream = await overEvents(api.address, watching(page.slug), {})
  await stream.next()
  const rest = stream.rest()
  await updateStatusPage(world.system, { id: page.id, isPublic: false })
  expect(await rest).toEqual([gone])

  const other = await makePublicPage(world)
  const deleted = await overEvents(api.address, watching(other.page.slug), {})
  await deleted.next()
  const last = deleted.rest()
  await deleteStatusPage(world.system, other.page.id)
  expect(await last).toEqual([gone])
})

test("a page is read once per change, whatever the number of viewers and requests", async () => {
  const { page } = await makePublicPage(world)
  const viewers = await Promise.all(Array.from({ length: 20 }, () => watch(page.slug)))
  const query = vi.spyOn(world.services.database.pool, "query")
  const reads = () =>
    query.mock.calls.filter(
      ([asked]) => (asked as unknown as { name?: string }).name === "public-status-page",
    ).length
  try {
    await updateStatusPage(world.system, { id: page.id, name: "Acme Cloud" })
    await soon(() => viewers.map(({ last }) => last()?.name)).toEqual(
      viewers.map(() => "Acme Cloud"),
    )
    const asked = await Promise.all(
      viewers.map(async () => (await fetch(`${api.address}/status/${page.slug}`)).text()),
    )
    for (const text of asked) expect(text).toContain("Acme Cloud")
    expect(reads()).toBe(1)
    expect(viewers.map(({ received }) => received.length)).toEqual(viewers.map(() => 2))
  } finally {
    query.mockRestore()
  }
})

test("a maintenance that begins is sent on time, without a message on the bus", async () => {
  const { page, attach } = await makePublicPage(world)
  const { monitor } = await attach("Shop")
  const startsAt = new Date(Date.now() + 2000)
  await maintain(world, monitor, startsAt, new Date(startsAt.getTime() + 1000))
  const { received } = await watch(page.slug)
  await soon(() => received.length).toBeGreaterThan(1)
  expect(Date.now() - startsAt.getTime()).toBeGreaterThanOrEqual(0)
  const headlines = ["UNKNOWN", "MAINTENANCE", "UNKNOWN"]
  await soon(() => received.map(({ headline }) => headline)).toEqual(headlines)
})

test("every viewer gets the same content over HTTP/1.0 and HTTP/1.1", async () => {
  const { page } = await makePublicPage(world)
  const { port } = new URL(api.address)
  const query = new URLSearchParams({ query: watching(page.slug) })
  const watchBy = async (version: string) => {
    const socket = connect(Number(port), "127.0.0.1")
    onTestFinished(() => void socket.destroy())
    let heard = ""
    socket.on("data", (chunk: Buffer) => (heard += chunk.toString("latin1")))
    socket.write(
      `GET /graphql?${query} HTTP/${version}\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n`,
    )
    await soon(() => heard).toContain(page.name)
    return {
      head: () => heard.slice(0, heard.indexOf("\r\n\r\n")).toLowerCase(),
      body: () => heard.slice(heard.indexOf("\r\n\r\n") + 4),
    }
  }
  const old = await watchBy("1.0")
  const usual = await watchBy("1.1")
  for (const name of ["Acme One", "Acme Two"]) {
    await updateStatusPage(world.system, { id: page.id, name })
    await soon(old.body).toContain(name)
    await soon(usual.body).toContain(name)
  }
  expect(old.head()).not.toContain("transfer-encoding")
  expect(old.body()).toMatch(/^:\n\n(event: next\ndata: .+\n\n){3}$/)
  expect(usual.head()).toContain("transfer-encoding: chunked")
  expect(unchunked(usual.body())).toBe(old.body())
})

/** RFC 9112, section 7.1. */
function unchunked(body: string): string {
  const [, size = "", rest = ""] = /^([\da-f]+)\r\n([^]*)$/.exec(body) ?? []
  if (size === "") return body
  const end = Number.parseInt(size, 16)
  expect(rest.slice(end, end + 2)).toBe("\r\n")
  return rest.slice(0, end) + unchunked(rest.slice(end + 2))
}

test("changes during an outage of the bus are sent when it is back", async () => {
  const { page } = await makePublicPage(world)
  const { last } = await watch(page.slug)
  const { pool, prisma } = world.services.database
  await cutBus(pool)
  await prisma.statusPage.update({ where: { id: page.id }, data: { name: "Unheard" } })
  await soon(() => world.services.bus.isUp()).toBe(true)
  await soon(() => last()?.name).toBe("Unheard")
  expect(world.services.bus.isUp()).toBe(true)
})

const same = (result: object) => result

test("a large number of viewers gets a time to spread their requests over", async () => {
  const broadcasts = createBroadcasts(60_000)
  const wanted = Promise.withResolvers<void>()
  async function* source() {
    yield { data: { n: 1 } }
    await wanted.promise
    yield { data: { n: 2 } }
  }
  const started = await broadcasts.open("key", () =>
    Promise.resolve(createStream(fromIterator(source(), same), () => ({}))),
  )
  if (!("broadcast" in started)) throw new Error("it streams")
  const server = createServer((_req, res) => {
    started.broadcast.join(res, "127.0.0.1")
  }).listen(0, "127.0.0.1")
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const heard: string[] = []
  const join = async (at: number) => {
    const socket = connect(port, "127.0.0.1")
    heard[at] = ""
    socket.on("data", (chunk) => (heard[at] += chunk.toString()))
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    await once(socket, "data")
  }
  await Promise.all(Array.from({ length: 501 }, (_, at) => join(at)))
  wanted.resolve()
  // At 4,000 a second, they are spread over an eighth of a second.
  const second = 'data: {"data":{"n":2},"extensions":{"spreadMs":125}}'
  await soon(() => heard.filter((one) => one.includes(second)).length).toBe(501)
  expect(heard.filter((one) => one.includes('data: {"data":{"n":1}}')).length).toBeGreaterThan(0)
})

test("a viewer who does not read holds one event and skips to the newest", async () => {
  const broadcasts = createBroadcasts(60_000)
  const results: { data: { text: string } }[] = []
  let wake: (() => void) | null = null
  async function* source() {
    for (;;) {
      for (const result of results.splice(0)) yield result
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const large = "x".repeat(1024 * 1024)
  const tell = (name: string) => {
    results.push({ data: { text: `${name} ${large}` } })
    wake?.()
  }
  const started = await broadcasts.open("key", () =>
    Promise.resolve(createStream(fromIterator(source(), same), () => ({}))),
  )
  if (!("broadcast" in started)) throw new Error("it streams")
  const held: number[] = []
  const server = createServer((_req, res) => {
    started.broadcast.join(res, "127.0.0.1")
    const timer = setInterval(() => held.push(res.writableLength), 5)
    res.once("close", () => clearInterval(timer))
  }).listen(0, "127.0.0.1")
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const socket = connect(port, "127.0.0.1")
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
  await once(socket, "data")
  socket.pause()
  for (let n = 1; n <= 40; n += 1) {
    tell(`event-${n}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  expect(Math.max(...held)).toBeGreaterThan(0)
  expect(Math.max(...held)).toBeLessThan(2.5 * large.length)
  let heard = ""
  socket.resume()
  socket.on("data", (chunk: Buffer) => (heard += chunk.toString("latin1")))
  await soon(() => heard.match(/event-\d+/g)?.at(-1)).toBe("event-40")
  expect(heard.match(/event-\d+/g)?.length).toBeLessThan(40)
})

test("if a page cannot be read for a while, the stream no longer says that it is live", async () => {
  const { page } = await makePublicPage(world)
  const { services } = world
  const gaps: (() => void)[] = []
  let aheadMs = 0
  const ctx = contextFor(
    {
      ...services,
      bus: {
        ...services.bus,
        onGap(listener) {
          gaps.push(listener)
          return () => undefined
        },
      },
      clock: { ...services.clock, monotonicMs: () => services.clock.monotonicMs() + aheadMs },
    },
    { kind: "anonymous" },
  )
  const stream = await watchPublicPage(ctx, page.slug)
  expect(await stream.next()).toMatchObject({ value: { slug: page.slug } })
  const rest = stream.next()
  const query = vi.spyOn(services.database.pool, "query")
  try {
    query.mockImplementation(() => {
      throw new Error("away")
    })
    aheadMs = 120_000
    for (const gap of gaps) gap()
    await expect(rest).rejects.toMatchObject({ code: "unavailable" })
    await expect(watchPublicPage(ctx, page.slug)).rejects.toMatchObject({ code: "unavailable" })
  } finally {
    query.mockRestore()
  }
  aheadMs += 2000
  const again = await watchPublicPage(ctx, page.slug)
  expect(await again.next()).toMatchObject({ value: { slug: page.slug } })
  await again.return?.()
})
