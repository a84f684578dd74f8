import { connect } from "node:net"
import { quantile } from "./machine.ts"

export type LoadStats = {
  perSecond: number
  p50Ms: number
  p99Ms: number
  statuses: Map<number, number>
}

/**
 * Sends requests over `connections` keep-alive sockets: each as soon as the previous one was answered, or `perSecond`
 * of them evenly spread. Each socket sends one request that is not counted, because opening many sockets at once stalls.
 */
export async function sendRequests(
  address: string,
  {
    connections,
    requests,
    perSecond,
  }: { connections: number; requests: number; perSecond?: number },
  next: () => string,
): Promise<LoadStats> {
  const { hostname, port } = new URL(address)
  const waits: number[] = []
  const statuses = new Map<number, number>()
  let left = requests
  const gapMs = perSecond === undefined ? 0 : (connections * 1000) / perSecond
  const sockets = Array.from({ length: connections }, () =>
    openConnection({ host: hostname, port: Number(port) }),
  )
  for (const { socket } of sockets) socket.write(next())
  await Promise.all(sockets.map(({ answer }) => answer()))
  const startedAt = performance.now()

  async function one({ socket, answer }: Connection, index: number): Promise<void> {
    let dueAt = startedAt + (index * gapMs) / connections
    for (; left > 0;) {
      left -= 1
      if (gapMs > 0) {
        const early = dueAt - performance.now()
        if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
        dueAt += gapMs
      }
      const sentAt = performance.now()
      socket.write(next())
      const status = await answer()
      waits.push(performance.now() - sentAt)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    socket.destroy()
  }

  await Promise.all(sockets.map((socket, index) => one(socket, index)))
  const tookMs = performance.now() - startedAt
  waits.sort((a, b) => a - b)
  return {
    perSecond: (waits.length / tookMs) * 1000,
    p50Ms: quantile(waits, 0.5),
    p99Ms: quantile(waits, 0.99),
    statuses,
  }
}

type Connection = ReturnType<typeof openConnection>

/**
 * A socket and its responses, which have a Content-Length or are chunked JSON. All are read into one buffer: garbage collection here would
 * take CPU from the databases, which share this core.
 */
export function openConnection(address: { host: string; port: number }) {
  let pending: Buffer = Buffer.alloc(0)
  let waiting: PromiseWithResolvers<number> | null = null
  const take = (bytes: Buffer): Buffer => {
    const headEnd = bytes.indexOf("\r\n\r\n")
    if (headEnd < 0 || waiting === null) return bytes
    const head = bytes.toString("latin1", 0, headEnd)
    const end = endOf(bytes, head, headEnd + 4)
    if (end === null) return bytes
    const { resolve } = waiting
    waiting = null
    resolve(Number(head.slice(9, 12)))
    return bytes.subarray(end)
  }
  const callback = (count: number, buffer: Uint8Array) => {
    const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, count)
    const rest = take(pending.length === 0 ? chunk : Buffer.concat([pending, chunk]))
    // The next read overwrites the buffer.
    pending = Buffer.from(rest)
    return true
  }
  const socket = connect({
    ...address,
    noDelay: true,
    onread: { buffer: Buffer.alloc(64 * 1024), callback },
  })
  socket.on("error", (error) => waiting?.reject(error))
  const answer = (): Promise<number> => {
    waiting = Promise.withResolvers<number>()
    pending = take(pending)
    return waiting.promise
  }
  return { socket, answer }
}

const lastChunk = "\r\n0\r\n\r\n"

/** Where a response ends; null if it is not all there. JSON has no line breaks, so none is taken for the last chunk. */
function endOf(bytes: Buffer, head: string, bodyAt: number): number | null {
  if (/transfer-encoding: chunked/i.test(head)) {
    const at = bytes.indexOf(lastChunk, bodyAt)
    return at < 0 ? null : at + lastChunk.length
  }
  const end = bodyAt + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  return bytes.length < end ? null : end
}
