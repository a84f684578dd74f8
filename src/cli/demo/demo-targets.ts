import { createSocket } from "node:dgram"
import { once } from "node:events"
import { createServer as createHttp, type RequestListener } from "node:http"
import { createServer as createHttps } from "node:https"
import { createServer as createTcp, type Server } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { decode, encode } from "dns-packet"
import type { MonitorKind } from "../../../prisma/generated/enums.ts"
import type { MonitorInput } from "../../graphql/monitoring/monitor/write/monitor-draft.ts"
import { inDays, issue, type Issued } from "./certificate.ts"
import { delayMs } from "./usual-times.ts"

/** Small services on loopback with different behaviors, and monitors for them. */

export type DemoMonitor = { name: string; kind: MonitorKind; input: MonitorInput }
export type Targets = {
  monitors: DemoMonitor[]
  /** Breaks or repairs the failing target. */
  flip(): void
  stop(): void
}

export const failing = "Search (failing)"
export const heartbeat = "Nightly backup"
const record = { name: "shop.demo.test", type: "A", data: "192.0.2.10" } as const

/** Not awaited: a prober that gives up closes the connection. */
const later = (ms: number, answer: () => void): void => void sleep(ms).then(answer)

export async function startTargets(authority: Issued, canPing: boolean): Promise<Targets> {
  let isBroken = false
  const servers: Server[] = []
  const serve = async (server: Server): Promise<number> => {
    servers.push(server)
    return listen(server)
  }
  const http = (listener: RequestListener) => serve(createHttp(listener))
  const https = (days: number) => {
    const names = ["localhost", "127.0.0.1"]
    const issued = issue({ name: "localhost", names, issuer: authority, expiresAt: inDays(days) })
    return serve(
      createHttps(issued, (_, res) =>
        later(delayMs("Customer accounts"), () => res.end("hello\n")),
      ),
    )
  }

  const shop = await http((_, res) =>
    later(delayMs("Shop"), () => res.end("Welcome to the shop\n")),
  )
  const api = await http((_, res) => {
    res.setHeader("content-type", "application/json")
    later(delayMs("Shop API"), () => res.end('{"status":"ok","queue":{"waiting":3}}'))
  })
  const slow = await http((_, res) => later(1200, () => res.end("at last\n")))
  const search = await http((_, res) => {
    res.statusCode = isBroken ? 503 : 200
    later(delayMs(failing), () =>
      res.end(isBroken ? "the index is being rebuilt\n" : "3 results\n"),
    )
  })
  const account = await https(90)
  const old = await https(7.5)
  const mail = await serve(
    createTcp((socket) => socket.on("error", () => undefined).end("220\r\n")),
  )
  const names = await startNameServer()

  const monitors: DemoMonitor[] = [
    { name: "Shop", kind: "http", input: { url: `http://127.0.0.1:${shop}/` } },
    {
      name: "Shop API",
      kind: "http",
      input: {
        url: `http://127.0.0.1:${api}/status`,
        assertions: [{ kind: "json_path", path: "$.status", comparison: "equals", value: "ok" }],
      },
    },
    { name: "Customer accounts", kind: "http", input: { url: `https://localhost:${account}/` } },
    {
      name: "Checkout (slow)",
      kind: "http",
      input: {
        url: `http://127.0.0.1:${slow}/`,
        assertions: [{ kind: "response_time", maxMs: 800 }],
      },
    },
    {
      name: failing,
      kind: "http",
      input: { url: `http://127.0.0.1:${search}/` },
    },
    {
      name: "Partner gateway (expiring)",
      kind: "tls",
      input: { host: "localhost", port: old },
    },
    { name: "Mail server", kind: "tcp", input: { host: "127.0.0.1", port: mail } },
    {
      name: "Name server",
      kind: "dns",
      input: {
        host: record.name,
        dnsRecordType: "A",
        resolver: `127.0.0.1:${names.port}`,
        expectedValues: [record.data],
      },
    },
    { name: heartbeat, kind: "heartbeat", input: { heartbeatIntervalMinutes: 1 } },
  ]
  if (canPing) {
    monitors.push({ name: "This machine", kind: "ping", input: { host: "127.0.0.1" } })
  }
  return {
    monitors,
    flip() {
      isBroken = !isBroken
    },
    stop() {
      for (const server of servers) server.close()
      names.stop()
    },
  }
}

/** Knows one name and returns NXDOMAIN for all others. */
async function startNameServer(): Promise<{ port: number; stop(): void }> {
  const missing = 3
  const socket = createSocket("udp4")
  socket.on("message", (message, from) => {
    const answer = reply(message)
    if (answer !== null) socket.send(answer, from.port, from.address)
  })
  const reply = (message: Buffer): Buffer | null => {
    try {
      const { id, questions } = decode(message)
      const isKnown = questions?.[0]?.name.toLowerCase() === record.name
      const isAsked = isKnown && questions?.[0]?.type === record.type
      return encode({
        type: "response",
        ...(id === undefined ? {} : { id }),
        flags: isKnown ? 0 : missing,
        questions: questions ?? [],
        answers: isAsked ? [{ ...record, ttl: 60 }] : [],
      })
    } catch {
      // Not a DNS query: stays silent, as any server does.
      return null
    }
  }
  socket.bind(0, "127.0.0.1")
  await once(socket, "listening")
  return { port: socket.address().port, stop: () => socket.close() }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const bound = server.address()
  if (bound === null || typeof bound === "string") throw new Error("not a port")
  return bound.port
}
