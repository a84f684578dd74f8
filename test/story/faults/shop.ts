import { once } from "node:events"
import { createServer } from "node:http"
import { createServer as createPlain, connect, type Server, type Socket } from "node:net"
import { createAnchor } from "../../support/anchor.ts"

/** A web server whose pages can be broken and repaired one by one, and which records requests. */
export async function openShop(bin: AsyncDisposableStack, host = "127.0.0.1") {
  const broken = new Set<string>()
  const visits = new Map<string, number[]>()
  const waiting = new Map<string, () => void>()
  const server = createServer((request, response) => {
    const page = request.url ?? "/"
    visits.set(page, [...(visits.get(page) ?? []), performance.now()])
    waiting.get(page)?.()
    waiting.delete(page)
    response.writeHead(broken.has(page) ? 500 : 200).end(broken.has(page) ? "closed" : "open")
  })
  const port = await openPort(bin, server, host)
  return {
    url: (page: string) => `http://${host}:${port}${page}`,
    break: (page: string) => void broken.add(page),
    mend: (page: string) => void broken.delete(page),
    /** Called at the next request, before the response. */
    onVisit: (page: string, act: () => void) => void waiting.set(page, act),
    /** When each page was requested since then, on the monotonic clock. */
    visits: (page: string, sinceMs = 0) =>
      (visits.get(page) ?? []).filter((atMs) => atMs >= sinceMs),
  }
}

export type Shop = Awaited<ReturnType<typeof openShop>>

/** An egress anchor without a name. */
export async function openAnchor(bin: AsyncDisposableStack, host = "127.0.0.1"): Promise<string> {
  return `${host}:${await openPort(bin, createAnchor(), host)}`
}

/** Forwards connections to a loopback port. */
export function openForwarder(
  bin: AsyncDisposableStack,
  host: string,
  port: number,
): Promise<number> {
  const forwarder = createPlain((socket) => {
    const far = connect({ host: "127.0.0.1", port })
    socket.on("error", () => far.destroy())
    far.on("error", () => socket.destroy())
    socket.pipe(far).pipe(socket)
  })
  return openPort(bin, forwarder, host)
}

async function openPort(bin: AsyncDisposableStack, server: Server, host: string): Promise<number> {
  const open = new Set<Socket>()
  server.on("connection", (socket: Socket) => {
    open.add(socket)
    socket.once("close", () => open.delete(socket))
  })
  server.listen(0, host)
  await once(server, "listening")
  bin.defer(async () => {
    for (const socket of open) socket.destroy()
    server.close()
    await once(server, "close")
  })
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("no port was given")
  return address.port
}

/** Differences between neighboring times. */
export const gaps = (times: number[]): number[] =>
  times.slice(1).map((at, index) => at - (times[index] ?? at))
