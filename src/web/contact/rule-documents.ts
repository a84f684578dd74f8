import type { ResultOf } from "../graphql.ts"
import { graphql } from "../graphql.ts"

export const ContactRules = graphql(`
  query ContactRules {
    contactRules {
      timeZone
      quietFrom
      quietUntil
      digestAt
      methods {
        urgency
        delayMinutes
        channel {
          id
          name
        }
      }
    }
    viewer {
      channels {
        id
        kind
        name
        enabled
        verifiedAt
      }
    }
  }
`)
export type Rules = NonNullable<ResultOf<typeof ContactRules>["contactRules"]>
export type RuleChannel = NonNullable<ResultOf<typeof ContactRules>["viewer"]>["channels"][number]

export const SaveContactRules = graphql(`
  mutation SaveContactRules(
    $timeZone: String!
    $quietHours: QuietHoursInput
    $digestAt: String
    $high: [ContactMethodInput!]
    $low: [ContactMethodInput!]
  ) {
    saveContactRules(
      timeZone: $timeZone
      quietHours: $quietHours
      digestAt: $digestAt
      high: $high
      low: $low
    ) {
      updatedAt
    }
  }
`)

export const ResetContactRules = graphql(`
  mutation ResetContactRules {
    resetContactRules
  }
`)
