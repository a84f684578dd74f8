import { graphql } from "../graphql.ts"

export const CreateOverride = graphql(`
  mutation CreateOverride(
    $rotationId: ID!
    $userId: ID
    $isNobody: Boolean
    $startsAt: DateTime!
    $endsAt: DateTime!
  ) {
    createOverride(
      rotationId: $rotationId
      userId: $userId
      isNobody: $isNobody
      startsAt: $startsAt
      endsAt: $endsAt
    ) {
      id
    }
  }
`)

export const UpdateOverride = graphql(`
  mutation UpdateOverride($id: ID!, $startsAt: DateTime, $endsAt: DateTime) {
    updateOverride(id: $id, startsAt: $startsAt, endsAt: $endsAt) {
      id
    }
  }
`)

export const DeleteOverride = graphql(`
  mutation DeleteOverride($id: ID!) {
    deleteOverride(id: $id)
  }
`)
