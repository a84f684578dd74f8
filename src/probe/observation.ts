import type {
  AssertionResult,
  Certificate,
  Evidence,
  FailureClass,
  Phases,
} from "../graphql/check/result.ts"

export type Failure = {
  class: FailureClass
  /** One sentence: what was expected, what was seen, with the numbers. */
  reason: string
  /** Degraded where the service works but something is wrong (a slow answer, an ageing certificate). */
  level: "offline" | "degraded"
  /** The address family of every address that was tried in vain, where it was one. */
  family?: 4 | 6
}

/** What a prober saw of its target. A prober never throws: every fault is a `failure`. */
export type Observation = {
  failure: Failure | null
  warnings: string[]
  phases: Phases
  httpStatus: number | null
  address: string | null
  certificate: Certificate | null
  assertions: AssertionResult[]
  evidence: Evidence | null
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
}

export const failed = (
  failureClass: FailureClass,
  reason: string,
  seen: Partial<Observation> = {},
): Observation => ({
  ...nothingSeen,
  ...seen,
  failure: { class: failureClass, reason, level: "offline" },
})
