import { connect, isIP, type Socket } from "node:net"
import type { ConnectionFault } from "../findings/codes/connection.ts"
import type { Finding } from "../findings/finding.ts"
import type { Clock } from "../platform/clock.ts"
import type { FailureClass } from "../graphql/monitoring/check/rules/check-result.ts"
import type { Address } from "./probe.ts"

/** The first connection made, or null, and the faults on the way. */
export type Attempts = {
  socket: Socket | null
  address: string | null
  /** Why the connection made must not be used; it is already closed. */
  refusal: Finding | null
  faults: Fault[]
  connectMs: number
}
export type Fault = ConnectionFault & { address: string; class: FailureClass }

type AttemptOptions = {
  port: number
  signal: AbortSignal
  clock: Clock
  /** Start connecting; it must send nothing before "connect". */
  open(address: Address): Socket
  /** Why a connection must not be used, called before a byte is sent over it. */
  refuse(socket: Socket, address: string): Finding | null
}

/** Long enough for a distant host over a bad link; Node's default of 250 ms is not. */
const nextAfterMs = 2500
const mostAddresses = 6

/**
 * Try the addresses one after another, alternating families; a slow one stays in the race. On abort, open attempts
 * fail with `connect_timeout`.
 */
export function attemptAll(
  addresses: Address[],
  { port, signal, clock, open, refuse }: AttemptOptions,
): Promise<Attempts> {
  const from = clock.monotonicMs()
  const queue = alternateFamilies(addresses).slice(0, mostAddresses)
  const trying = new Map<Socket, Address>()
  const faults: Fault[] = []
  let timer: NodeJS.Timeout | undefined
  return new Promise((resolve) => {
    const finish = (
      socket: Socket | null,
      address: string | null,
      refusal: Finding | null = null,
    ) => {
      clearTimeout(timer)
      signal.removeEventListener("abort", giveUp)
      for (const other of trying.keys()) if (other !== socket) other.destroy()
      const connectMs = clock.monotonicMs() - from
      resolve({ socket, address, refusal, faults, connectMs })
    }
    const giveUp = () => {
      for (const { address } of trying.values()) {
        const endpoint = endpointOf(address, port)
        faults.push({ endpoint, address, class: "connect_timeout", ...silent })
      }
      finish(null, null)
    }
    const next = () => {
      clearTimeout(timer)
      const candidate = queue.shift()
      if (candidate === undefined) {
        if (trying.size === 0) finish(null, null)
        return
      }
      const { address, family } = candidate
      const socket = open(candidate)
      trying.set(socket, candidate)
      const failed = (code: string) => {
        trying.delete(socket)
        socket.destroy()
        faults.push({ endpoint: endpointOf(address, port), address, ...explain(code, family) })
        next()
      }
      // Ahead of existing listeners: TLS would start with the next one.
      socket.prependOnceListener("connect", () => {
        // An error before the reader adds its own listener shows as a destroyed socket.
        socket.on("error", ignore)
        socket.off("error", onError)
        if (isItself(socket)) return failed("ECONNREFUSED")
        const refusal = refuse(socket, address)
        if (refusal === null) return finish(socket, address)
        socket.destroy()
        finish(null, address, refusal)
      })
      const onError = (error: NodeJS.ErrnoException) => failed(error.code ?? error.message)
      socket.once("error", onError)
      if (queue.length > 0) timer = setTimeout(next, nextAfterMs)
    }
    if (signal.aborted) return giveUp()
    signal.addEventListener("abort", giveUp, { once: true })
    next()
  })
}

export const openPlain = (host: string, port: number): Socket =>
  connect({ host, port, autoSelectFamily: false, noDelay: true })

/** Shared: a closure per socket would keep its whole scope alive as long as the socket. */
export const ignore = (): void => undefined

export const endpointOf = (address: string, port: number) =>
  isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`

/** A socket can connect to itself when the closed local port is in the ephemeral range. */
const isItself = (socket: Socket) =>
  socket.localPort === socket.remotePort && socket.localAddress === socket.remoteAddress

/** Alternate address families, starting with that of the first address. */
export function alternateFamilies(addresses: Address[]): Address[] {
  const [leading] = addresses
  const first = addresses.filter(({ family }) => family === leading?.family)
  const second = addresses.filter(({ family }) => family !== leading?.family)
  return addresses.flatMap((_, index) => [first[index] ?? [], second[index] ?? []].flat())
}

type Explained = Pick<Fault, "class" | "fault" | "errorCode">

const silent = { fault: "silent", errorCode: null } as const

/** Errors of the local machine are `internal`: they say nothing about the target. */
function explain(errorCode: string, family: 4 | 6): Explained {
  switch (errorCode) {
    case "ECONNREFUSED":
      return { class: "connect_refused", fault: "refused", errorCode: null }
    case "ECONNRESET":
    case "ECONNABORTED":
    case "EPIPE":
      return { class: "reset", fault: "reset", errorCode: null }
    case "ETIMEDOUT":
      return { class: "connect_timeout", ...silent }
    case "EHOSTUNREACH":
    case "EHOSTDOWN":
    case "ENETUNREACH":
    case "ENETDOWN":
    case "EACCES":
    case "EPERM":
    // ICMP errors that routers and firewalls send in place of the host (RFC 1122, 4.2.3.9).
    case "ENOPROTOOPT":
    case "ENONET":
    case "EPROTO":
      return { class: "no_route", fault: "unreachable", errorCode }
    case "EADDRNOTAVAIL":
    case "EAFNOSUPPORT":
      return family === 6
        ? { class: "no_route", fault: "no_ipv6", errorCode: null }
        : { class: "internal", fault: "not_tried", errorCode }
    default:
      return { class: "internal", fault: "not_tried", errorCode }
  }
}
