import type { MonitorStatus } from "../../../prisma/generated/enums.ts"

/** Why a check was not fine. `internal` is a fault of our own and never counts against the target. */
export const failureClasses = [
  "dns_temporary",
  "dns_missing",
  "dns_answer",
  "no_route",
  "connect_refused",
  "connect_timeout",
  "reset",
  "tls",
  "protocol",
  "http_status",
  "redirect",
  "assertion",
  "certificate_days",
  "truncated",
  "timeout",
  "forbidden_address",
  "heartbeat_missing",
  "heartbeat_failed",
  "internal",
] as const
export type FailureClass = (typeof failureClasses)[number]

/** Classes that our own line or resolver can cause: they count only after a live egress check. */
export const infrastructure: ReadonlySet<FailureClass> = new Set<FailureClass>([
  "dns_temporary",
  "no_route",
  "connect_timeout",
  "reset",
])

/** Milliseconds on the monotonic clock; null for a phase that did not take place. */
export type Phases = {
  dnsMs: number | null
  connectMs: number | null
  tlsMs: number | null
  firstByteMs: number | null
  transferMs: number | null
}

export type Certificate = {
  subject: string
  issuer: string
  /** DNS names and addresses it is valid for. */
  names: string[]
  validFrom: string
  expiresAt: string
  fingerprint256: string
}

/** What one assertion saw; `expected` and `seen` are for people. */
export type AssertionResult = { name: string; passed: boolean; expected: string; seen: string }

export type EgressSample = { anchor: string; reachable: boolean; durationMs: number }

/** The first bytes of a failing answer. `head` is the status line and headers, or a banner. */
export type Evidence = { head: string; body: Uint8Array<ArrayBuffer> }

export type FirstAttempt = {
  failureClass: FailureClass | null
  reason: string | null
  /** The address it reached, if any. */
  address?: string | null
  /** When the next attempt began. */
  againAt?: Date | null
}

/** A finished, judged check, ready to be stored. */
export type CheckResult = {
  monitorId: string
  monitorSeq: number
  startedAt: Date
  /** The request for a check now that this one answers, if any. */
  requestedAt: Date | null
  status: MonitorStatus
  failureClass: FailureClass | null
  /** One sentence for a person woken at night; null where all is well. */
  reason: string | null
  warnings: string[]
  /** 1; 2 when a failure was confirmed or refuted over a new connection; 3 when two families disagreed. */
  attempts: number
  durationMs: number
  phases: Phases
  httpStatus: number | null
  /** The address reached, without the port. */
  address: string | null
  certificate: Certificate | null
  assertions: AssertionResult[]
  /** What the first attempt said, when a second was made. */
  firstAttempt: FirstAttempt | null
  /** Null where the class of failure needs no egress check. */
  egress: EgressSample[] | null
  evidence: Evidence | null
}
