import { connect, isIP, type Socket } from "node:net"
import type { FailureClass } from "../graphql/check/result.ts"
import type { Address } from "./probe.ts"

/** What became of the attempts: the first connection made, or null, and what went wrong on the way. */
export type Attempts = { socket: Socket | null; address: string | null; faults: Fault[] }
export type Fault = { endpoint: string; class: FailureClass; text: string }

/** Long enough for a far host over a bad line; Node's own 250 ms cut those off. */
const nextAfterMs = 2500
const mostAddresses = 6

/**
 * Tries the addresses one after another, families in turn; a slow one stays in the race. On abort the
 * open attempts are given up as `connect_timeout`.
 */
export function attemptAll(
  addresses: Address[],
  port: number,
  signal: AbortSignal,
): Promise<Attempts> {
  const queue = inTurn(addresses).slice(0, mostAddresses)
  const open = new Map<Socket, string>()
  const faults: Fault[] = []
  let timer: NodeJS.Timeout | undefined
  return new Promise((resolve) => {
    const finish = (socket: Socket | null, address: string | null) => {
      clearTimeout(timer)
      signal.removeEventListener("abort", giveUp)
      for (const other of open.keys()) if (other !== socket) other.destroy()
      resolve({ socket, address, faults })
    }
    const giveUp = () => {
      for (const endpoint of open.values()) {
        faults.push({ endpoint, class: "connect_timeout", text: "did not answer" })
      }
      finish(null, null)
    }
    const next = () => {
      clearTimeout(timer)
      const candidate = queue.shift()
      if (candidate === undefined) {
        if (open.size === 0) finish(null, null)
        return
      }
      const { address, family } = candidate
      const endpoint = endpointOf(address, port)
      const socket = connect({
        host: address,
        port,
        family,
        autoSelectFamily: false,
        noDelay: true,
      })
      open.set(socket, endpoint)
      const failed = (code: string) => {
        open.delete(socket)
        socket.destroy()
        faults.push({ endpoint, ...explain(code, family) })
        next()
      }
      socket.once("connect", () => {
        socket.off("error", onError)
        // A fault between now and the reader's own listener shows as a destroyed socket.
        socket.on("error", () => undefined)
        if (isItself(socket)) failed("ECONNREFUSED")
        else finish(socket, address)
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

export const endpointOf = (address: string, port: number) =>
  isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`

/** A closed local port in the ephemeral range can be connected to by itself. */
const isItself = (socket: Socket) =>
  socket.localPort === socket.remotePort && socket.localAddress === socket.remoteAddress

export function inTurn(addresses: Address[]): Address[] {
  const first = addresses.filter(({ family }) => family === 4)
  const second = addresses.filter(({ family }) => family === 6)
  return addresses.flatMap((_, index) => [first[index] ?? [], second[index] ?? []].flat())
}

/** Faults of the local machine are `internal`: the target has no part in them. */
function explain(code: string, family: 4 | 6): { class: FailureClass; text: string } {
  switch (code) {
    case "ECONNREFUSED":
      return { class: "connect_refused", text: "refused the connection" }
    case "ECONNRESET":
    case "ECONNABORTED":
    case "EPIPE":
      return { class: "reset", text: "reset the connection" }
    case "ETIMEDOUT":
      return { class: "connect_timeout", text: "did not answer" }
    case "EHOSTUNREACH":
    case "EHOSTDOWN":
    case "ENETUNREACH":
    case "ENETDOWN":
    case "EACCES":
    case "EPERM":
      return { class: "no_route", text: `cannot be reached (${code})` }
    case "EADDRNOTAVAIL":
    case "EAFNOSUPPORT":
      return family === 6
        ? { class: "no_route", text: "cannot be reached: this machine has no IPv6" }
        : { class: "internal", text: `could not be tried: this machine answered ${code}` }
    default:
      return { class: "internal", text: `could not be tried: this machine answered ${code}` }
  }
}
