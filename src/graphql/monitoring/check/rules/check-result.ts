import type { Finding } from "../../../../findings/finding.ts"
import type { MonitorStatus } from "../../../../../prisma/generated/enums.ts"

/**
 * Why a check failed. `internal` is our own error, `forbidden_address` our own refusal to connect, `no_data` an
 * evaluation without data, `unread` one that depends on a part of the response beyond the limit of what is read, and
 * `ingress` silence that we may not have been able to hear: none counts against the target.
 */
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
  "telemetry",
  "no_data",
  "unread",
  "ingress",
  "internal",
] as const
export type FailureClass = (typeof failureClasses)[number]

/** Classes that say nothing about the target. */
export const ownFaults: ReadonlySet<FailureClass> = new Set<FailureClass>([
  "internal",
  "forbidden_address",
  "no_data",
  "unread",
  "ingress",
])

/**
 * Classes that our own network or resolver can cause by dropping packets: they count only if it was up throughout the
 * attempt. `probe/dependency.ts` names the others that it can cause.
 */
export const infrastructure: ReadonlySet<FailureClass> = new Set<FailureClass>([
  "dns_temporary",
  "no_route",
  "connect_timeout",
  "reset",
  // No data after connecting: the same as a network path cut halfway.
  "timeout",
])

/** Milliseconds on the monotonic clock; null for a phase that did not happen. */
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
  /** The issuer of the verified chain whose certificate ends before this one, if any; not stored. */
  endsFirst?: { subject: string; expiresAt: string } | null
}

/** The outcome of one assertion; `expected` and `seen` are clauses. */
export type AssertionResult = {
  name: string
  passed: boolean
  expected: Finding
  seen: Finding
  /** False if it neither passed nor failed, because a part of the response that was not read decides. */
  isKnown?: boolean
}

export type EgressSample = { anchor: string; reachable: boolean; durationMs: number }

/** The first bytes of a failing response. `head` is the status line and headers, or a banner. */
export type Evidence = { head: string; body: Uint8Array<ArrayBuffer> }

export type FirstAttempt = {
  failureClass: FailureClass | null
  findings: Finding[]
  /** The address it reached, if any. */
  address?: string | null
  /** When the next attempt began. */
  againAt?: Date | null
}

/** Failures in a row that are not checks, such as missed pings, and when the first began. */
export type InRow = { count: number; since: Date }

/**
 * The values of telemetry behind a check, for readers of telemetry alone: the findings with them, and what each window
 * showed. Everything else of a check may leave the project.
 */
export type Measured = { findings: Finding[]; seen: Finding[] }

/** A finished, judged check, ready to be stored. */
export type CheckResult = {
  monitorId: string
  monitorSeq: number
  startedAt: Date
  /** The check-now request this answers, if any. */
  requestedAt: Date | null
  status: MonitorStatus
  failureClass: FailureClass | null
  /** What was got and what was expected; empty if nothing failed. */
  findings: Finding[]
  warnings: Finding[]
  /** 1; 2 when a second attempt was made; more when two addresses disagreed or our own network had failed. */
  attempts: number
  durationMs: number
  phases: Phases
  httpStatus: number | null
  /** The address reached, without the port. */
  address: string | null
  certificate: Certificate | null
  assertions: AssertionResult[]
  /** The first attempt, when a second was made. */
  firstAttempt: FirstAttempt | null
  /** Null when the failure class needs no egress check. */
  egress: EgressSample[] | null
  evidence: Evidence | null
  /** The trace that its last request began, if the target was asked to keep it. */
  traceId?: string | null
  /** Log records, spans or data points that were evaluated. */
  rows?: number | null
  measured?: Measured | null
  /** If the failures in a row are not counted by checks. */
  inRow?: InRow | null
  /** Identical checks between the previous one and this one were dropped because they could not be stored. */
  isUnbroken?: boolean
}
