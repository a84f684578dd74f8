import { decode, encode, type Answer, type Packet } from "dns-packet"
import { createSocket } from "node:dgram"
import { once } from "node:events"
import { createServer, type Socket } from "node:net"
import { onTestFinished } from "vitest"
import { freePort } from "./port.ts"

const rcodes = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 }

export type Asked = {
  name: string
  type: string
  /** Number of the query, from 0. */
  index: number
  transport: "udp" | "tcp"
  hasExtension: boolean
  id: number
  /** Sends raw bytes to the client, as one packet or as they are. */
  write(bytes: Buffer): void
  /** Null over UDP. */
  socket: Socket | null
}

/** A response; bytes are sent unchanged, and null means no response. */
export type Reply =
  | {
      rcode?: keyof typeof rcodes
      answers?: Answer[]
      isTruncated?: boolean
      id?: number
      questions?: Packet["questions"]
    }
  | Buffer
  | null

type At = {
  host?: string
  port?: number
  /** Gets what closes it; of the running test by default. */
  closeLater?: (close: () => Promise<void>) => void
}

/** A name server on loopback over UDP and TCP with scripted responses. */
export async function startDnsServer(
  script: (asked: Asked) => Reply,
  { host = "127.0.0.1", port: chosen, closeLater = onTestFinished }: At = {},
) {
  const asked: Asked[] = []
  const open = new Set<Socket>()

  function answer(bytes: Buffer, socket: Socket | null, write: (bytes: Buffer) => void): void {
    const { questions, additionals = [] } = decode(bytes)
    const question = questions?.[0]
    if (question === undefined) return
    const one: Asked = {
      ...question,
      index: asked.length,
      transport: socket === null ? "udp" : "tcp",
      hasExtension: additionals.some(({ type }) => type === "OPT"),
      id: bytes.readUInt16BE(0),
      write,
      socket,
    }
    asked.push(one)
    const reply = script(one)
    if (reply === null) return
    if (Buffer.isBuffer(reply)) return write(reply)
    const packet: Packet = {
      type: "response",
      id: reply.id ?? one.id,
      flags: (reply.isTruncated ? 0x0380 : 0x0180) + rcodes[reply.rcode ?? "NOERROR"],
      questions: reply.questions ?? [question],
      answers: reply.answers ?? [],
    }
    const message = encode(packet)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(message.length)
    write(socket === null ? message : Buffer.concat([length, message]))
  }

  const tcp = createServer((socket) => {
    open.add(socket)
    socket.once("close", () => open.delete(socket))
    // The prober may end connections in any way.
    socket.on("error", () => undefined)
    socket.once("data", (bytes) => answer(bytes.subarray(2), socket, (all) => socket.write(all)))
  })
  // The same port for both: one that is free for TCP may be in use for UDP.
  const port = chosen ?? (await freePort())
  tcp.listen(port, host)
  await once(tcp, "listening")
  const udp = createSocket(host.includes(":") ? "udp6" : "udp4")
  udp.on("message", (bytes, from) =>
    answer(bytes, null, (all) => udp.send(all, from.port, from.address)),
  )
  udp.bind(port, host)
  await once(udp, "listening")
  closeLater(async () => {
    for (const socket of open) socket.destroy()
    udp.close()
    tcp.close()
    await once(tcp, "close")
  })
  return {
    server: host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`,
    asked,
    /** Connections that the prober has not closed yet. */
    openConnections: () => open.size,
  }
}
