import type { Finding } from "../findings/finding.ts"
import type {
  AssertionResult,
  Certificate,
  Evidence,
  FailureClass,
  InRow,
  Measured,
  Phases,
} from "../graphql/monitoring/check/rules/check-result.ts"

export type Failure = {
  class: FailureClass
  /** What was got and what was expected, with numbers. */
  findings: Finding[]
  /** Degraded when the service works but something is wrong (a slow response, an expiring certificate). */
  level: "offline" | "degraded"
  /** All addresses that failed, if it was not the one reached: of the target, or of its name server. */
  peers?: string[]
  /** The server refused the protocols offered in a TLS handshake (ALPN). */
  isProtocolRefused?: boolean
  /** By how much the response took too long, if nothing else is wrong: our own delay may be the cause. */
  overMs?: number
}

/** What a prober observed. A prober never throws: every fault is a `failure`. */
export type Observation = {
  failure: Failure | null
  warnings: Finding[]
  phases: Phases
  httpStatus: number | null
  address: string | null
  /** Addresses that the name servers of a DNS monitor gave. */
  answers?: string[]
  certificate: Certificate | null
  assertions: AssertionResult[]
  evidence: Evidence | null
  /** The trace that the target was asked to keep; null if no request was sent or it was not asked. */
  traceId: string | null
  /** Log records, spans or data points that were evaluated. */
  rows?: number
  measured?: Measured
  inRow?: InRow
}

export const noPhases: Phases = {
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  firstByteMs: null,
  transferMs: null,
}

export const nothingSeen: Observation = {
  failure: null,
  warnings: [],
  phases: noPhases,
  httpStatus: null,
  address: null,
  certificate: null,
  assertions: [],
  evidence: null,
  traceId: null,
}

export const failed = (
  failureClass: FailureClass,
  findings: Finding[],
  seen: Partial<Observation> = {},
  over: Pick<Failure, "peers"> = {},
): Observation => ({
  ...nothingSeen,
  ...seen,
  failure: { class: failureClass, findings, level: "offline", ...over },
})
