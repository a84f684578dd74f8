import type { Finding } from "../findings/finding.ts"
import type { Socket } from "node:net"
import type { MonitorKind } from "../../prisma/generated/enums.ts"
import type { Clock } from "../platform/clock.ts"
import type { Certificate, Phases } from "../graphql/monitoring/check/rules/check-result.ts"
import type { Target } from "../graphql/monitoring/monitor/rules/monitor-target.ts"
import type { Guard } from "../platform/guard.ts"
import type { Failure, Observation } from "./observation.ts"
import type { Evaluate } from "./create-evaluator.ts"

export type { Guard }

export type Address = { address: string; family: 4 | 6 }

/** Addresses of a name, IPv4 first; `dns_missing` when it has none, `dns_temporary` when no server could say. */
export type Resolved = { failure: null; addresses: Address[] } | { failure: Failure; addresses: [] }

export type Resolver = {
  /** Name servers, in order: "address", "address:port" or "[v6]:port". */
  readonly servers: readonly string[]
  /** Never rejects; an abort settles at once with `dns_temporary`. */
  resolve(host: string, signal: AbortSignal): Promise<Resolved>
}

/** The addresses of a host, all allowed by the guard. */
export type Located =
  | { failure: null; addresses: Address[]; dnsMs: number | null }
  | { failure: Failure; addresses: []; dnsMs: number | null }

/** Select which of a host's addresses to connect to, in order; called once the guard has allowed all of them. */
export type Choose = (host: string, addresses: Address[]) => Address[]

export type ConnectOptions = {
  host: string
  port: number
  /** `rejectUnauthorized: false` hands over the socket with its `chainFaults` instead of failing. */
  tls: null | { serverName: string; rejectUnauthorized: boolean; alpn?: string[] }
  signal: AbortSignal
  choose?: Choose
}

/** A new connection, owned by the caller; or why there is none, with what was observed. */
export type Dialed =
  | {
      failure: null
      socket: Socket
      address: string
      phases: Phases
      certificate: Certificate | null
      /** What is wrong with the certificate; empty when it is trusted. */
      chainFaults: Finding[]
      warnings: Finding[]
    }
  | {
      failure: Failure
      socket: null
      address: string | null
      phases: Phases
      certificate: Certificate | null
      chainFaults: Finding[]
      warnings: Finding[]
    }

/** The only way to connect to an address a customer chose. Neither call ever rejects. */
export type Dialer = {
  /** Resolve a literal or name to allowed addresses, without connecting; one forbidden address refuses them all. */
  locate(host: string, signal: AbortSignal, choose?: Choose): Promise<Located>
  connect(options: ConnectOptions): Promise<Dialed>
}

/** Restrict a dialer to the addresses that `choose` selects. */
export const overRoute = (dialer: Dialer, choose: Choose): Dialer => ({
  locate: (host, signal) => dialer.locate(host, signal, choose),
  connect: (options) => dialer.connect({ ...options, choose }),
})

export type ProbeTools = {
  guard: Guard
  resolver: Resolver
  dialer: Dialer
  clock: Clock
  /** Bytes of the response to keep as evidence, also of a good one; by default only of a failing one. */
  shownBytes?: number
  /** Share of the HTTP checks, 0 to 1, whose traces the target is asked to keep; no trace headers if unset. */
  traceShare?: number
  /** Where monitors on telemetry read; without it they are `unknown`. */
  evaluate?: Evaluate
}

/**
 * Probe a target once. Never throws: every fault is a `failure`. `signal` aborts at the monitor's timeout; the
 * prober then settles within 100 ms with what it observed so far, and leaves no socket open.
 */
export type Probe<K extends MonitorKind> = (
  target: Target<K>,
  tools: ProbeTools,
  signal: AbortSignal,
) => Promise<Observation>

export type Prober<K extends MonitorKind> = {
  probe: Probe<K>
  /** Whether there is nothing to judge yet, because what it waits for may still arrive. */
  isWaiting(target: Target<K>): boolean
  /** When to check besides the schedule, because silence becomes a failure; null once it is one, or if it never is. */
  nextMoment(target: Target<K>): Date | null
}
