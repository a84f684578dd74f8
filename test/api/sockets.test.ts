import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { connect, type AddressInfo } from "node:net"
import { setImmediate } from "node:timers/promises"
import { beforeAll, expect, test } from "vitest"
import { WebSocket, WebSocketServer } from "ws"
import { carry } from "../../src/api/socket-stream.ts"
import { adaptSocket, sendOn } from "../../src/api/socket-adapter.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { createStream } from "../../src/graphql/live/stream.ts"
import { makeKey, useApi } from "../support/api.ts"
import { openSocket, overSocket } from "../support/live.ts"
import { makeProject } from "../support/world.ts"
import { soon } from "../support/soon.ts"

const api = useApi(undefined, { pingMs: 1000, initWaitMs: 1500 })
const held = { projectId: "", authorization: "", host: "" }

beforeAll(async () => {
  const project = await makeProject(api.world)
  held.projectId = project.id
  held.authorization = (await makeKey(api.world, project.id)).authorization
  held.host = api.address.replace("http://", "")
})

type Message = { type: string; id?: string; payload?: unknown }

/** A raw socket that records every message. */
function dial(headers: Record<string, string> = {}) {
  const socket = new WebSocket(`ws://${held.host}/graphql`, "graphql-transport-ws", { headers })
  const heard: Message[] = []
  const closed = Promise.withResolvers<[number, string]>()
  socket.on("message", (data) => heard.push(JSON.parse((data as Buffer).toString()) as Message))
  socket.on("close", (code, reason) => closed.resolve([code, reason.toString()]))
  // A failure shows as the close that follows it.
  socket.on("error", () => undefined)
  return {
    socket,
    heard,
    closed: closed.promise,
    send: (message: Message) => socket.send(JSON.stringify(message)),
    async greet(payload: object = { authorization: held.authorization }) {
      if (socket.readyState === WebSocket.CONNECTING) await once(socket, "open")
      this.send({ type: "connection_init", payload })
    },
    async begin() {
      await this.greet()
      await soon(() => heard.map(({ type }) => type)).toContain("connection_ack")
      heard.length = 0
    },
    subscribe(id: string, query: string, variables = {}) {
      this.send({ type: "subscribe", id, payload: { query, variables } })
    },
  }
}

const incidents = () =>
  `subscription { incidentChanged(projectId: "${held.projectId}") { incident { title } } }`

test("opens 50 of 1,000 subscriptions on one socket and refuses the others", async () => {
  const line = dial()
  await line.begin()
  for (let at = 0; at < 1000; at += 1) line.subscribe(`s${at}`, incidents())
  await soon(() => line.heard.length).toBe(950)
  expect(new Set(line.heard.map(({ type }) => type))).toEqual(new Set(["error"]))
  expect(line.heard[0]).toEqual({
    id: "s50",
    type: "error",
    payload: [
      {
        message: "One socket can have at most 50 open operations. Complete one first.",
        extensions: { code: "rate_limited" },
      },
    ],
  })
  await declareIncident(api.world.system, { projectId: held.projectId, title: "one" })
  // A stream that is still opening receives it twice, in its snapshot and as a change.
  const open = () => new Set(line.heard.flatMap(({ type, id }) => (type === "next" ? [id] : [])))
  await soon(open).toEqual(new Set(Array.from({ length: 50 }, (_, at) => `s${at}`)))
  line.send({ type: "complete", id: "s0" })
  line.subscribe("again", "{ __typename }")
  await soon(() => line.heard).toContainEqual({ id: "again", type: "complete" })
  line.socket.close()
})

test("applies document limits on sockets as over HTTP", async () => {
  const line = dial()
  await line.begin()
  const long = `mutation ($name: String!) { createLabel(projectId: "${held.projectId}", name: $name) { id } }`
  line.subscribe("depth", `{ project(id: "1") ${"{ labels ".repeat(20)} ${"}".repeat(20)} }`)
  line.subscribe(
    "aliases",
    `{ ${Array.from({ length: 51 }, (_, at) => `a${at}: __typename`).join(" ")} }`,
  )
  line.subscribe("nul", long, { name: "a\u0000b" })
  line.subscribe("surrogate", long, { name: "\ud800" })
  line.subscribe("cycle", "{ ...A } fragment A on Query { ...A }")
  line.subscribe("nonsense", "{ nope }")
  await soon(() => line.heard.length).toBe(6)
  const reported = line.heard.map(({ id, type, payload }) => [
    id,
    type,
    (payload as { message: string }[])[0]?.message,
  ])
  expect(Object.fromEntries(reported.map(([id, ...rest]) => [id, rest]))).toEqual({
    depth: [
      "error",
      "The document is 21 levels deep; at most 12 are allowed. Query deeper objects by their id.",
    ],
    aliases: [
      "error",
      "The operation has 51 fields at its root; at most 20 are allowed. Send several requests.",
    ],
    nul: ["error", "The input is not valid: #/name must not contain a NUL character"],
    surrogate: ["error", "The input is not valid: #/name must not contain an unpaired surrogate"],
    cycle: ["error", "The fragment A spreads itself."],
    nonsense: [
      "error",
      'Cannot query field "nope" on type "Query". Did you mean "node" or "nodes"?',
    ],
  })
  const where = { projectId: held.projectId }
  expect(await api.world.services.database.prisma.label.count({ where })).toBe(0)
  line.socket.close()
})

test("executes queries and mutations over sockets too, with error codes", async () => {
  const { client } = openSocket(api.address, held.authorization)
  const ask = overSocket(client, `{ project(id: "nope") { name } }`)
  expect(await ask.rest()).toEqual([
    {
      data: { project: null },
      errors: [
        expect.objectContaining({
          path: ["project"],
          extensions: expect.objectContaining({ code: "validation_failed" }),
        }),
      ],
    },
  ])
  await client.dispose()
})

test("closes the socket for a message over 64 KiB", async () => {
  const line = dial()
  await line.begin()
  line.subscribe("large", `{ __typename } # ${"x".repeat(64 * 1024)}`)
  expect((await line.closed)[0]).toBe(1009)
})

test.for<[string, object, [number, string]]>([
  [
    "no key",
    {},
    [4401, 'Sign in, or send {"authorization": "Bearer …"} as the payload of connection_init.'],
  ],
  [
    "an unknown key",
    { authorization: `Bearer watchkeeper_live_${"x".repeat(43)}` },
    [4401, "This API key does not exist. Check that you copied all of it, or create a new one."],
  ],
  [
    "a key with a line break in it",
    { authorization: "Bearer a\r\nb" },
    [4401, "The Authorization header must have the form: Bearer watchkeeper_live_…"],
  ],
])("closes a socket with %s and says why", async ([, payload, expected]) => {
  const line = dial()
  await line.greet(payload)
  expect(await line.closed).toEqual(expected)
})

test("accepts a key in the headers of the upgrade", async () => {
  const line = dial({ authorization: held.authorization })
  await line.greet({})
  await once(line.socket, "message")
  expect(line.heard).toEqual([{ type: "connection_ack" }])
  line.socket.close()
})

test("closes a socket that sends nothing, repeats an id, skips the greeting or sends invalid JSON", async () => {
  const silent = dial()
  expect(await silent.closed).toEqual([4408, "Connection initialisation timeout"])
  const early = dial()
  await once(early.socket, "open")
  early.subscribe("1", "{ __typename }")
  expect(await early.closed).toEqual([4401, "Unauthorized"])
  const twice = dial()
  await twice.begin()
  twice.subscribe("1", incidents())
  twice.subscribe("1", incidents())
  expect(await twice.closed).toEqual([4409, "Subscriber for 1 already exists"])
  const garbled = dial()
  await garbled.begin()
  garbled.socket.send("{")
  expect(await garbled.closed).toEqual([4400, "Invalid message received"])
  const binary = dial()
  await binary.begin()
  binary.socket.send(Buffer.from("{}"))
  expect(await binary.closed).toEqual([4400, "Messages must be JSON text"])
})

/** The response to an upgrade that is refused before the handshake. */
async function refusedUpgrade(path: string, headers: Record<string, string>) {
  const socket = new WebSocket(`ws://${held.host}${path}`, "graphql-transport-ws", { headers })
  socket.on("error", () => undefined)
  const [, response] = (await once(socket, "unexpected-response")) as [
    unknown,
    NodeJS.ReadableStream & { statusCode: number; headers: Record<string, string> },
  ]
  const body = (await Array.fromAsync(response)).map(String).join("")
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(body) }
}

test("refuses sockets from a foreign origin or at another path", async () => {
  const foreign = await refusedUpgrade("/graphql", { origin: "https://evil.example" })
  expect(foreign.status).toBe(403)
  expect(foreign.body).toMatchObject({ status: 403, code: "foreign_origin" })
  expect(foreign.headers["x-request-id"]).toBe(foreign.body.request_id)
  const lost = await refusedUpgrade("/elsewhere", {})
  expect(lost.body).toMatchObject({
    status: 404,
    detail: "WebSockets are only accepted at /graphql.",
  })
  const own = dial({ origin: api.address })
  await own.begin()
  own.socket.close()
})

test("closes the 101st socket of a key until another one leaves", async () => {
  const project = await makeProject(api.world)
  const { authorization } = await makeKey(api.world, project.id)
  const greeted = async () => {
    const line = dial()
    await line.greet({ authorization })
    return line
  }
  const lines = await Promise.all(Array.from({ length: 100 }, greeted))
  await soon(() => lines.filter(({ heard }) => heard.length === 1).length).toBe(100)
  const refused = await greeted()
  expect(await refused.closed).toEqual([4429, "You can have at most 100 open sockets"])
  lines[0]?.socket.close()
  await lines[0]?.closed
  const next = await greeted()
  await soon(() => next.heard).toEqual([{ type: "connection_ack" }])
  for (const { socket } of [...lines, next]) socket.terminate()
})

test("terminates a peer that answers no pings and keeps one that does", async () => {
  const living = dial()
  await living.begin()
  const dead = connect(Number(held.host.split(":")[1]), "127.0.0.1")
  dead.write(
    [
      "GET /graphql HTTP/1.1",
      `Host: ${held.host}`,
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Protocol: graphql-transport-ws",
      `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
      `Authorization: ${held.authorization}`,
      "\r\n",
    ].join("\r\n"),
  )
  // A masked text frame with an empty mask: the greeting, followed by silence.
  const greeting = Buffer.from('{"type":"connection_init"}')
  dead.write(Buffer.concat([Buffer.of(0x81, 0x80 | greeting.length, 0, 0, 0, 0), greeting]))
  const said: Buffer[] = []
  dead.on("data", (chunk: Buffer) => said.push(chunk))
  await once(dead, "close")
  expect(Buffer.concat(said).toString()).toContain("connection_ack")
  expect(living.socket.readyState).toBe(WebSocket.OPEN)
  living.socket.close()
})

test("resumes each stream of a slow socket once it is read", async () => {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" })
  try {
    await once(server, "listening")
    const reader = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const [socket] = (await once(server, "connection")) as [WebSocket]
    await once(reader, "open")
    reader.pause()
    const send = sendOn(socket)
    const large = "x".repeat(64 * 1024)
    const resumed: string[] = []
    const takes = ["one", "other"].map((id) => {
      const mouth = Promise.withResolvers<(result: object) => boolean>()
      const stream = createStream(
        ({ take }) => {
          mouth.resolve(take)
          return { resume: () => void resumed.push(id), leave: () => undefined }
        },
        () => ({}),
      )
      void carry(stream, id, socket, send).next()
      return mouth.promise
    })
    const [one, other] = await Promise.all(takes)
    // What the system buffers is not waited for.
    while (one?.({ data: { large } }) === true) await setImmediate()
    expect(other?.({ data: { large } })).toBe(false)
    expect(resumed).toEqual([])
    reader.resume()
    await soon(() => resumed.toSorted()).toEqual(["one", "other"])
    reader.terminate()
  } finally {
    server.close()
  }
})

test("closes a socket once a mebibyte is buffered for it", async () => {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" })
  try {
    await once(server, "listening")
    const reader = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const [socket] = (await once(server, "connection")) as [WebSocket]
    await once(reader, "open")
    reader.pause()
    const { log } = api.world.services
    const wire = adaptSocket(socket, sendOn(socket), { log, requestId: "test" })
    const large = "x".repeat(64 * 1024)
    let sent = 0
    while (socket.readyState === WebSocket.OPEN && sent < 1000) {
      void wire.send(large)
      sent += 1
      await setImmediate()
    }
    expect(socket.bufferedAmount).toBeLessThan(1024 * 1024 + 2 * large.length)
    // Later messages are dropped.
    await wire.send(large)
    const closed = once(reader, "close")
    reader.resume()
    const [code, reason] = (await closed) as [number, Buffer]
    expect([code, reason.toString()]).toEqual([4413, "The client reads too slowly"])
  } finally {
    server.close()
  }
})
