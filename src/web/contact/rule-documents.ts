import { graphql, mutation, type ResultOf } from "../graphql.ts"

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

export const SaveContactRules = mutation("saveContactRules", "updatedAt")
export const ResetContactRules = mutation("resetContactRules")
