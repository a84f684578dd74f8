import type { Socket } from "node:net"
import type { Clock } from "../clock.ts"
import type { Certificate, Phases } from "../graphql/check/result.ts"
import type { Target } from "../graphql/monitor/target.ts"
import type { Guard } from "../guard.ts"
import type { Failure, Observation } from "./observation.ts"

export type { Guard }

export type Address = { address: string; family: 4 | 6 }

/** Addresses of a name, IPv4 first; `dns_missing` where it has none, `dns_temporary` where nobody could say. */
export type Resolved = { failure: null; addresses: Address[] } | { failure: Failure; addresses: [] }

export type Resolver = {
  /** The name servers it asks, in order: "address", "address:port" or "[v6]:port". */
  readonly servers: readonly string[]
  /** Never rejects; an abort settles at once as `dns_temporary`. */
  resolve(host: string, signal: AbortSignal): Promise<Resolved>
}

/** Where a host is, with every answer let through by the guard. */
export type Located =
  | { failure: null; addresses: Address[]; dnsMs: number | null }
  | { failure: Failure; addresses: []; dnsMs: number | null }

export type ConnectOptions = {
  host: string
  port: number
  /** `rejectUnauthorized: false` hands over the socket with its `chainError` instead of failing. */
  tls: null | { serverName: string; rejectUnauthorized: boolean; alpn?: string[] }
  signal: AbortSignal
  family?: 4 | 6
}

/** A new connection, owned by whoever asked for it; or why there is none, with what was seen on the way. */
export type Dialed =
  | {
      failure: null
      socket: Socket
      address: string
      phases: Phases
      certificate: Certificate | null
      /** What is wrong with the certificate, as a sentence; null where it is trusted. */
      chainError: string | null
      warnings: string[]
    }
  | {
      failure: Failure
      socket: null
      address: string | null
      phases: Phases
      certificate: Certificate | null
      chainError: string | null
      warnings: string[]
    }

/** The one way to an address that a customer chose. Neither call ever rejects. */
export type Dialer = {
  /** Literal or name to guarded addresses, without connecting; one forbidden answer refuses them all. */
  locate(host: string, signal: AbortSignal, family?: 4 | 6): Promise<Located>
  connect(options: ConnectOptions): Promise<Dialed>
}

export type ProbeTools = { guard: Guard; resolver: Resolver; dialer: Dialer; clock: Clock }

/**
 * Looks at a target once. Never throws: every fault is a `failure`. `signal` aborts at the monitor's
 * timeout; the prober then settles within 100 ms with what it saw so far, and leaves no socket behind.
 */
export type Probe<K extends Target["kind"]> = (
  target: Extract<Target, { kind: K }>,
  tools: ProbeTools,
  signal: AbortSignal,
) => Promise<Observation>
