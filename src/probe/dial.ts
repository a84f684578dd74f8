import type { Socket } from "node:net"
import type { Clock } from "../clock.ts"
import type { FailureClass, Phases } from "../graphql/check/result.ts"
import { attemptAll, endpointOf, type Fault } from "./attempt.ts"
import { onlyFamily } from "./family.ts"
import { locate } from "./locate.ts"
import { noPhases, type Failure } from "./observation.ts"
import type { ConnectOptions, Dialed, Dialer, Guard, Resolver } from "./probe.ts"
import { describe, findFault } from "./tls/certificate.ts"
import { createContext, secure } from "./tls/secure.ts"

export type DialerOptions = {
  guard: Guard
  resolver: Resolver
  clock: Clock
  /** Authorities trusted beside Node's own, in PEM. */
  ca?: string[]
}

/** The most telling fault first: whatever was answered says more than silence. */
const tellingFirst: FailureClass[] = [
  "connect_refused",
  "reset",
  "connect_timeout",
  "no_route",
  "internal",
]

/** Resolve, refuse, connect to the pinned addresses, check the peer again, then TLS: always anew. */
export function createDialer({ guard, resolver, clock, ca }: DialerOptions): Dialer {
  const context = createContext(ca)
  const find: Dialer["locate"] = (host, signal, family) =>
    locate({ guard, resolver, clock }, host, signal, family)
  return {
    locate: find,
    async connect({ host, port, tls, signal, family }) {
      const located = await find(host, signal, family)
      const phases: Phases = { ...noPhases, dnsMs: located.dnsMs }
      if (located.failure !== null) return { ...nothing, phases, failure: located.failure }

      const connecting = clock.monotonicMs()
      const { socket, address, faults } = await attemptAll(located.addresses, port, signal)
      phases.connectMs = clock.monotonicMs() - connecting
      if (socket === null || address === null) {
        const [failureClass, reason] = judge(faults, phases.connectMs, signal)
        return fail({ ...nothing, phases }, failureClass, reason, onlyFamily(located.addresses))
      }

      const where = endpointOf(address, port)
      const warnings = faults.map(
        ({ endpoint, text }) => `${endpoint} ${text}; ${where} was reached instead.`,
      )
      // Unknown only where it is gone already; then it was the one that was asked for.
      const peer = socket.remoteAddress ?? address
      const refusal = guard.refuse(peer)
      if (refusal !== null) {
        socket.destroy()
        const reason = `The connection led elsewhere: ${refusal}.`
        return fail({ ...nothing, phases, address, warnings }, "forbidden_address", reason)
      }
      const reached = { address, phases, warnings, certificate: null, chainError: null }
      if (tls === null) return { ...reached, failure: null, socket }
      return upgrade(socket, tls, reached, where, signal)
    },
  }

  async function upgrade(
    raw: Socket,
    { serverName, alpn = [], rejectUnauthorized }: NonNullable<ConnectOptions["tls"]>,
    reached: Omit<Connected, "failure" | "socket">,
    where: string,
    signal: AbortSignal,
  ): Promise<Dialed> {
    const shaking = clock.monotonicMs()
    const secured = await secure(raw, { context, serverName, alpn, signal })
    const tlsMs = clock.monotonicMs() - shaking
    const phases = { ...reached.phases, tlsMs }
    if (secured.socket === null) {
      const after = secured.class === "timeout" ? ` within ${seconds(tlsMs)}` : ""
      const reason = `The TLS handshake with ${where} ${secured.text}${after}.`
      return fail({ ...reached, phases }, secured.class, reason)
    }
    const { socket, x509, chainCode } = secured
    const chainError = x509 && findFault(chainCode, x509, serverName)
    const seen = { ...reached, phases, certificate: x509 && describe(x509), chainError }
    if (chainError !== null && rejectUnauthorized) {
      socket.destroy()
      return fail(seen, "tls", chainError)
    }
    return { ...seen, failure: null, socket }
  }
}

type Connected = Extract<Dialed, { failure: null }>
type Failed = Exclude<Dialed, { failure: null }>

const nothing: Omit<Failed, "failure"> = {
  socket: null,
  address: null,
  phases: noPhases,
  certificate: null,
  chainError: null,
  warnings: [],
}

const fail = (
  seen: Omit<Failed, "failure" | "socket">,
  failureClass: FailureClass,
  reason: string,
  over: Pick<Failure, "family"> = {},
): Dialed => ({
  ...seen,
  failure: { class: failureClass, reason, level: "offline", ...over },
  socket: null,
})

function judge(faults: Fault[], afterMs: number, signal: AbortSignal): [FailureClass, string] {
  const failureClass =
    tellingFirst.find((one) => faults.some((fault) => fault.class === one)) ?? "connect_timeout"
  const tries = faults.map(({ endpoint, text }) => `${endpoint} ${text}`).join("; ")
  return [failureClass, `${tries}${signal.aborted ? ` within ${seconds(afterMs)}` : ""}.`]
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
