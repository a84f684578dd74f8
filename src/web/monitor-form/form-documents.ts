import { mutation, type ResultOf } from "../graphql.ts"
import { FindingWords } from "../ui/finding-words.ts"

export const SetPolicyOfMonitor = mutation(
  "setMonitorOnCallPolicy",
  "id onCallPolicy @include(if: $readsOnCall) { id name }",
)

export const TestMonitor = mutation(
  "testMonitor",
  `
    status
    findings {
      ...FindingWords
    }
    warningFindings {
      ...FindingWords
    }
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
      expectedFinding {
        ...FindingWords
      }
      seenFinding {
        code
        ...FindingWords
      }
    }
    response {
      head
      body
      isTruncated
    }
  `,
  [FindingWords],
)
export type MonitorTest = ResultOf<typeof TestMonitor>["testMonitor"]
