import { once } from "node:events"
import {
  createServer as createHttp,
  type RequestListener,
  type Server as HttpServer,
} from "node:http"
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net"
import { createServer as createTls, type TlsOptions, type TLSSocket } from "node:tls"
import { createSocket } from "node:dgram"
import { decode, encode, type Answer, type Packet } from "dns-packet"
import { Worker } from "node:worker_threads"
import { onTestFinished } from "vitest"

/** A listener on a free port, closed with its test. */
export type Listener = {
  port: number
  /** Connections so far. */
  count(): number
  /** Resolves once no connection is open. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** A raw TCP server; the handler writes any bytes. */
export async function listen(
  onSocket: (socket: Socket, index: number) => void,
  host = "127.0.0.1",
): Promise<Listener> {
  const server = createServer({ noDelay: true })
  return track(server, "connection", onSocket, host)
}

export async function listenTls(
  options: TlsOptions,
  onSocket: (socket: TLSSocket, index: number) => void = () => undefined,
  host = "127.0.0.1",
): Promise<Listener> {
  const server = createTls(options)
  server.on("secureConnection", (socket: TLSSocket) => socket.on("error", ignore))
  let index = 0
  server.on("secureConnection", (socket: TLSSocket) => onSocket(socket, index++))
  return track(server, "connection", ignore, host)
}

export async function listenHttp(handler: RequestListener, host = "127.0.0.1"): Promise<Listener> {
  const server: HttpServer = createHttp(handler)
  return track(server, "connection", ignore, host)
}

/** A raw HTTP server: reads the request head, then calls `answer`. */
export const answerWith = (answer: (socket: Socket, head: string) => void) =>
  listen((socket) => {
    let head = ""
    socket.on("data", (chunk) => {
      const before = head
      head += chunk.toString("latin1")
      if (!before.includes("\r\n\r\n") && head.includes("\r\n\r\n")) answer(socket, head)
    })
  })

/** A listener that never accepts, with a full backlog: connecting to it hangs, as behind a firewall. */
export async function listenDeaf(host: string, port: number): Promise<void> {
  const code = `
    const { parentPort, workerData } = require("node:worker_threads")
    const server = require("node:net").createServer()
    server.listen({ ...workerData, backlog: 1 }, () => {
      parentPort.postMessage("listening")
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    })`
  const worker = new Worker(code, { eval: true, workerData: { host, port } })
  await once(worker, "message")
  // A backlog of 1 holds two connections.
  const fillers = [1, 2, 3, 4].map(() => connect({ host, port }).on("error", ignore))
  onTestFinished(async () => {
    for (const filler of fillers) filler.destroy()
    await worker.terminate()
  })
  let connected = 0
  await new Promise<void>((resolve) => {
    for (const filler of fillers) {
      filler.once("connect", () => {
        connected += 1
        if (connected === 2) resolve()
      })
    }
  })
}

export { freePort as closedPort } from "./port.ts"

/** A name server's response to one query; null for none. */
export type DnsReply = {
  rcode?: "NOERROR" | "NXDOMAIN" | "SERVFAIL" | "REFUSED"
  answers?: Answer[]
} | null

const rcodes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 }

/** What proofs of our own network ask each name server besides. */
const asksProof = (name: string) => name === "." || /^[0-9a-f]{16}\.example\.com$/.test(name)
const missing: DnsReply = { rcode: "NXDOMAIN" }
const rootReply: DnsReply = {
  answers: [{ type: "NS", name: ".", ttl: 1, data: "a.root-servers.net" }],
}

/**
 * A name server over UDP; `asked` lists the queries as "A host". With `isHonest` it knows the root by itself and
 * these queries are not listed. Concurrent tests say themselves when it ends.
 */
export async function listenDns(
  reply: (type: string, name: string, index: number, id: number) => DnsReply,
  isHonest = false,
  onEnd: (close: () => void) => void = onTestFinished,
  host = "127.0.0.1",
): Promise<{ server: string; asked: string[] }> {
  const socket = createSocket("udp4")
  const asked: string[] = []
  socket.on("message", (message, from) => {
    const question = decode(message).questions?.[0]
    if (question === undefined) return
    const { type, name } = question
    const id = message.readUInt16BE(0)
    const proof = !isHonest || !asksProof(name) ? undefined : type === "NS" ? rootReply : missing
    if (proof === undefined) asked.push(`${type} ${name}`)
    const said = proof ?? reply(type, name.toLowerCase(), asked.length - 1, id)
    if (said === null) return
    const packet: Packet = {
      type: "response",
      id,
      flags: 0x0180 + rcodes[said.rcode ?? "NOERROR"],
      questions: [question],
      answers: said.answers ?? [],
    }
    socket.send(encode(packet), from.port, from.address)
  })
  socket.bind(0, host)
  await once(socket, "listening")
  onEnd(() => void socket.close())
  return { server: `${host}:${socket.address().port}`, asked }
}

async function track(
  server: Server,
  event: "connection",
  onSocket: (socket: Socket, index: number) => void,
  host: string,
): Promise<Listener> {
  const open = new Set<Socket>()
  let count = 0
  let whenIdle = Promise.withResolvers<void>()
  whenIdle.resolve()
  server.on(event, (socket: Socket) => {
    if (open.size === 0) whenIdle = Promise.withResolvers<void>()
    open.add(socket)
    socket.on("error", ignore)
    socket.once("close", () => {
      open.delete(socket)
      if (open.size === 0) whenIdle.resolve()
    })
    onSocket(socket, count++)
  })
  server.on("tlsClientError", ignore)
  server.listen(0, host)
  await once(server, "listening")
  const close = async () => {
    for (const socket of open) socket.destroy()
    if (!server.listening) return
    server.close()
    await once(server, "close")
  }
  onTestFinished(close)
  return {
    port: (server.address() as AddressInfo).port,
    count: () => count,
    idle: () => whenIdle.promise,
    close,
  }
}

/** The peer may end connections in any way, because tests check its resets. */
const ignore = () => undefined
