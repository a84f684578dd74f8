import { graphql, mutation, type FragmentOf } from "../graphql.ts"

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

export const ProposeSwap = mutation("proposeSwap", "id")
export const AcceptSwap = mutation("acceptSwap", "id state")
export const DeclineSwap = mutation("declineSwap", "id state")
export const CancelSwap = mutation("cancelSwap", "id state")
