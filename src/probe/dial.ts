import type { Socket } from "node:net"
import { TLSSocket } from "node:tls"
import type { Finding } from "../findings/finding.ts"
import type { Clock } from "../platform/clock.ts"
import type { FailureClass, Phases } from "../graphql/monitoring/check/rules/check-result.ts"
import { attemptAll, endpointOf, openPlain, type Fault } from "./attempt.ts"
import { locate } from "./locate.ts"
import { noPhases, type Failure } from "./observation.ts"
import type { Address, ConnectOptions, Dialed, Dialer, Guard, Resolver } from "./probe.ts"
import { describe, findFaults } from "./tls/certificate.ts"
import { createChains, sent } from "./tls/chain.ts"
import { createContext, createUnjudging, openSecure, shake } from "./tls/secure.ts"
import { createTrusted } from "./tls/trusted.ts"

export type DialerOptions = {
  guard: Guard
  resolver: Resolver
  clock: Clock
  /** Authorities trusted in addition to Node's, in PEM. */
  ca?: string[]
}

/** Most significant first: any response says more than silence. */
const tellingFirst: FailureClass[] = [
  "connect_refused",
  "reset",
  "connect_timeout",
  "no_route",
  "internal",
]

/**
 * Resolve, check with the guard, connect to the resolved addresses, check the peer, then TLS. Nothing is reused.
 */
export function createDialer({ guard, resolver, clock, ca }: DialerOptions): Dialer {
  const judging = createContext(ca)
  const unjudging = createUnjudging()
  const trusted = createTrusted(clock)
  const chains = createChains(ca ?? [])
  const find: Dialer["locate"] = async (host, signal, choose) => {
    const located = await locate({ guard, resolver, clock }, host, signal)
    if (located.failure !== null || choose === undefined) return located
    return { ...located, addresses: choose(host, located.addresses) }
  }

  /** The requested address is checked already; the peer is unknown only if the connection is already closed. */
  const refuse = ({ remoteAddress: peer }: Socket, address: string): Finding | null =>
    peer === undefined || peer === address ? null : guard.refuse(peer)

  async function dial(options: ConnectOptions, mayTrust: boolean): Promise<Dialed> {
    const { host, port, tls, signal, choose } = options
    const located = await find(host, signal, choose)
    const phases: Phases = { ...noPhases, dnsMs: located.dnsMs }
    if (located.failure !== null) return { ...nothing, phases, failure: located.failure }

    const place = `${host}:${port} ${tls?.serverName}`
    const isKnown = mayTrust && trusted.expects(place)
    const context = isKnown ? unjudging : judging
    const open = ({ address }: Address): Socket =>
      tls === null ? openPlain(address, port) : openSecure(address, port, { ...tls, context })
    const { socket, address, refusal, faults, connectMs } = await attemptAll(located.addresses, {
      port,
      signal,
      clock,
      open,
      refuse,
    })
    phases.connectMs = connectMs
    if (address === null) {
      const [failureClass, findings] = judge(faults, connectMs, signal)
      // Only addresses that were tried: a short timeout may end before the others.
      const peers = faults.map((fault) => fault.address)
      return fail({ ...nothing, phases }, failureClass, findings, { peers })
    }

    const where = endpointOf(address, port)
    const warnings = faults.map(({ endpoint, fault, errorCode }): Finding => {
      const parameters = { endpoint, fault, errorCode, reached: where }
      return { code: "reached_instead", parameters }
    })
    const reached = { address, phases, warnings, certificate: null, chainFaults: [] }
    if (socket === null) {
      const why = refusal === null ? [] : [refusal]
      const findings: Finding[] = [{ code: "connected_elsewhere", parameters: { why } }]
      return fail(reached, "forbidden_address", findings)
    }
    if (tls === null || !(socket instanceof TLSSocket)) return { ...reached, failure: null, socket }

    const shaking = clock.monotonicMs()
    const shaken = await shake(socket, signal)
    phases.tlsMs = clock.monotonicMs() - shaking
    if (shaken.failure !== null) {
      const { class: failureClass, fault, detail, isProtocolRefused = false } = shaken.failure
      const withinMs = failureClass === "timeout" ? phases.tlsMs : null
      const parameters = { endpoint: where, fault, detail, withinMs }
      const over = isProtocolRefused ? { isProtocolRefused } : {}
      return fail(reached, failureClass, [{ code: "tls_handshake_failed", parameters }], over)
    }
    const { x509, chainCode } = shaken
    const known = isKnown && x509 !== null ? trusted.find(place, x509) : undefined
    if (isKnown && known === undefined) {
      // The chain is not one that was verified before: verifying it takes a new handshake.
      socket.destroy()
      return dial(options, false)
    }
    const isTrusted = isKnown || chainCode === null
    const endsFirst = known ? known.endsFirst : x509 && chains.endsFirst(sent(x509))
    if (!isKnown && isTrusted && x509 !== null) trusted.remember(place, x509, endsFirst)
    const fault = isTrusted ? null : { code: chainCode, issuer: endsFirst }
    const chainFaults = x509 === null ? [] : findFaults(fault, x509, tls.serverName)
    const certificate = x509 && { ...describe(x509), endsFirst }
    const seen = { ...reached, certificate, chainFaults }
    if (chainFaults.length > 0 && tls.rejectUnauthorized) {
      socket.destroy()
      return fail(seen, "tls", chainFaults)
    }
    return { ...seen, failure: null, socket }
  }

  return {
    locate: find,
    // TLS monitors need the chain verified each time.
    connect: (options) => dial(options, options.tls?.rejectUnauthorized === true),
  }
}

type Failed = Exclude<Dialed, { failure: null }>

const nothing: Omit<Failed, "failure"> = {
  socket: null,
  address: null,
  phases: noPhases,
  certificate: null,
  chainFaults: [],
  warnings: [],
}

const fail = (
  seen: Omit<Failed, "failure" | "socket">,
  failureClass: FailureClass,
  findings: Finding[],
  over: Pick<Failure, "peers" | "isProtocolRefused"> = {},
): Dialed => ({
  ...seen,
  failure: { class: failureClass, findings, level: "offline", ...over },
  socket: null,
})

function judge(faults: Fault[], afterMs: number, signal: AbortSignal): [FailureClass, Finding[]] {
  const failureClass =
    tellingFirst.find((one) => faults.some((fault) => fault.class === one)) ?? "connect_timeout"
  const tries = faults.map(({ endpoint, fault, errorCode }) => ({ endpoint, fault, errorCode }))
  const withinMs = signal.aborted ? afterMs : null
  return [failureClass, [{ code: "not_connected", parameters: { tries, withinMs } }]]
}
