import { once } from "node:events"
import { createServer, type Server } from "node:net"
import { createServer as createHttp } from "node:http"
import { createSocket } from "node:dgram"
import { createServer as createTls } from "node:tls"
import { decode, encode, type Answer, type Packet } from "dns-packet"
import { createAnchor } from "../support/anchor.ts"
import { inDays, issue } from "../../src/cli/demo/certificate.ts"

/** A real target that can be broken and repaired. */
export type Breakable = { break(): Promise<void> | void; mend(): Promise<void> | void }

async function listening(server: Server, port = 0): Promise<number> {
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("no port")
  return address.port
}

/** Responds with 200, or 500 while broken. */
async function openWeb() {
  let status = 200
  const server = createHttp((_request, response) => {
    response.writeHead(status).end(status === 200 ? "well" : "out of coffee")
  })
  const port = await listening(server)
  return {
    port,
    break: () => void (status = 500),
    mend: () => void (status = 200),
    close: () => server.close(),
  }
}

const greeter = () => createServer((socket) => socket.on("error", () => undefined).end())

/** Accepts connections; while broken, its port is closed. */
async function openPort() {
  let server = greeter()
  const port = await listening(server)
  return {
    port,
    async break() {
      server.close()
      await once(server, "close")
    },
    async mend() {
      server = greeter()
      await listening(server, port)
    },
    close: () => server.close(),
  }
}

/** Uses a TLS certificate of its own authority; while broken, an expired one. */
async function openTls() {
  const authority = issue({ name: "Story authority", isAuthority: true })
  const names = ["127.0.0.1"]
  const good = issue({ name: "story", names, issuer: authority })
  const expired = issue({
    name: "story",
    names,
    issuer: authority,
    validFrom: inDays(-90),
    expiresAt: inDays(-1),
  })
  const server = createTls(good, (socket) => socket.on("error", () => undefined).end())
  const port = await listening(server)
  return {
    port,
    authority: authority.cert,
    break: () => server.setSecureContext(expired),
    mend: () => server.setSecureContext(good),
    close: () => server.close(),
  }
}

/** A name server: every name is 127.0.0.1, except broken ones. */
async function openNames() {
  const broken = new Set<string>()
  const socket = createSocket("udp4")
  socket.on("message", (message, from) => {
    const query = decode(message)
    const [question] = query.questions ?? []
    if (question === undefined) return
    const { name, type } = question
    const isGone = broken.has(name.toLowerCase())
    const root = { type: "NS", name: ".", ttl: 1, data: "a.root-servers.net" } as const
    const answers: Answer[] =
      name === "."
        ? [root]
        : !isGone && type === "A"
          ? [{ type, name, ttl: 1, data: "127.0.0.1" } as const]
          : []
    const flags = 0x180 + (isGone ? 3 : 0)
    const response: Packet = { type: "response", id: query.id ?? 0, flags }
    socket.send(encode({ ...response, questions: [question], answers }), from.port, from.address)
  })
  socket.bind(0, "127.0.0.1")
  await once(socket, "listening")
  return {
    server: `127.0.0.1:${socket.address().port}`,
    breakable: (name: string): Breakable => ({
      break: () => void broken.add(name),
      mend: () => void broken.delete(name),
    }),
    close: () => socket.close(),
  }
}

/** One target for each kind of monitor except heartbeat, and an anchor that proves that our network is up. */
export async function openTargets() {
  const [web, port, tls, names] = await Promise.all([openWeb(), openPort(), openTls(), openNames()])
  const anchor = createAnchor()
  const anchorPort = await listening(anchor)
  return {
    web,
    port,
    tls,
    names,
    anchor: `127.0.0.1:${anchorPort}`,
    close() {
      for (const one of [web, port, tls, names, anchor]) one.close()
    },
  }
}

export type Targets = Awaited<ReturnType<typeof openTargets>>
