import type { ResultOf } from "../graphql.ts"
import { graphql } from "../graphql.ts"

export const SetPolicyOfMonitor = graphql(`
  mutation SetPolicyOfMonitor($monitorId: ID!, $policyId: ID, $readsOnCall: Boolean = true) {
    setMonitorOnCallPolicy(monitorId: $monitorId, policyId: $policyId) {
      id
      onCallPolicy @include(if: $readsOnCall) {
        id
        name
      }
    }
  }
`)

export const TestMonitor = graphql(`
  mutation TestMonitor($projectId: ID!, $kind: MonitorKind!, $input: MonitorInput!) {
    testMonitor(projectId: $projectId, kind: $kind, input: $input) {
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
    }
  }
`)
export type MonitorTest = ResultOf<typeof TestMonitor>["testMonitor"]
