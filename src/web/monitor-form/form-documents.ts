import type { ResultOf } from "../graphql.ts"
import { mutation } from "../graphql.ts"

export const SetPolicyOfMonitor = mutation(
  "setMonitorOnCallPolicy",
  "id onCallPolicy @include(if: $readsOnCall) { id name }",
)

export const TestMonitor = mutation(
  "testMonitor",
  `
    status
    failureClass
    reason
    warnings
    durationMs
    dnsMs
    connectMs
    tlsMs
    firstByteMs
    transferMs
    httpStatus
    address
    certificate {
      subject
      issuer
      expiresAt
    }
    assertions {
      name
      passed
      isKnown
      expected
      seen
    }
    response {
      head
      body
      isTruncated
    }
  `,
)
export type MonitorTest = ResultOf<typeof TestMonitor>["testMonitor"]
