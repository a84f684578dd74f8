import type { FragmentOf } from "../graphql.ts"
import { graphql } from "../graphql.ts"

export const SwapRow = graphql(`
  fragment SwapRow on ShiftSwap {
    id
    startsAt
    endsAt
    note
    rotation {
      id
      name
    }
    proposer {
      id
      name
    }
    taker {
      id
      name
    }
  }
`)
export type SwapRow = FragmentOf<typeof SwapRow>

export const ProposeSwap = graphql(`
  mutation ProposeSwap(
    $rotationId: ID!
    $takerId: ID!
    $startsAt: DateTime!
    $endsAt: DateTime!
    $note: String
  ) {
    proposeSwap(
      rotationId: $rotationId
      takerId: $takerId
      startsAt: $startsAt
      endsAt: $endsAt
      note: $note
    ) {
      id
    }
  }
`)

export const AcceptSwap = graphql(`
  mutation AcceptSwap($id: ID!) {
    acceptSwap(id: $id) {
      id
      state
    }
  }
`)

export const DeclineSwap = graphql(`
  mutation DeclineSwap($id: ID!) {
    declineSwap(id: $id) {
      id
      state
    }
  }
`)

export const CancelSwap = graphql(`
  mutation CancelSwap($id: ID!) {
    cancelSwap(id: $id) {
      id
      state
    }
  }
`)
