import { graphql } from "../graphql.ts"

export const CreateSlo = graphql(`
  mutation CreateSlo(
    $projectId: ID!
    $name: String!
    $description: String
    $policyId: ID
    $indicator: SloIndicator!
    $targetPercent: Float!
    $windowDays: Int!
    $monitorIds: [ID!]
    $service: String
    $latencyMs: Int
    $fastFactor: Float
    $slowFactor: Float
  ) {
    createSlo(
      projectId: $projectId
      name: $name
      description: $description
      policyId: $policyId
      indicator: $indicator
      targetPercent: $targetPercent
      windowDays: $windowDays
      monitorIds: $monitorIds
      service: $service
      latencyMs: $latencyMs
      fastFactor: $fastFactor
      slowFactor: $slowFactor
    ) {
      id
    }
  }
`)

export const UpdateSlo = graphql(`
  mutation UpdateSlo(
    $id: ID!
    $name: String
    $description: String
    $policyId: ID
    $targetPercent: Float
    $windowDays: Int
    $monitorIds: [ID!]
    $service: String
    $latencyMs: Int
    $fastFactor: Float
    $slowFactor: Float
  ) {
    updateSlo(
      id: $id
      name: $name
      description: $description
      policyId: $policyId
      targetPercent: $targetPercent
      windowDays: $windowDays
      monitorIds: $monitorIds
      service: $service
      latencyMs: $latencyMs
      fastFactor: $fastFactor
      slowFactor: $slowFactor
    ) {
      id
    }
  }
`)

export const DeleteSlo = graphql(`
  mutation DeleteSlo($id: ID!) {
    deleteSlo(id: $id)
  }
`)

export const MuteSlo = graphql(`
  mutation MuteSlo($id: ID!, $durationMinutes: Int!) {
    muteSlo(id: $id, durationMinutes: $durationMinutes) {
      id
      mutedUntil
    }
  }
`)

export const UnmuteSlo = graphql(`
  mutation UnmuteSlo($id: ID!) {
    unmuteSlo(id: $id) {
      id
      mutedUntil
    }
  }
`)

/** Services that recently sent traces, to suggest in the form. */
