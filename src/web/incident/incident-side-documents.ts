import { FindingWords } from "../ui/finding-words.ts"
import { projectList, query, type ResultOf } from "../graphql.ts"

/** Status pages that show an incident, and what they say of it now. */
export const AudienceOfIncident = query(
  "incident",
  `
    id
    audience {
      components
      subscribers
      isAdded
      statusPage {
        id
        name
        url
        isPublic
      }
      shown {
        title
        stateName
        postmortem
        updates {
          id
          kind
          body
          at
          flap {
            outages
            until
          }
        }
      }
    }
  `,
)
export type Audience = NonNullable<ResultOf<typeof AudienceOfIncident>["incident"]>["audience"]

/** The alerts of an incident and everyone whom they paged. */
export const PeopleOfIncident = query(
  "incident",
  `
    id
    alerts(first: 5) {
      edges {
        node {
          id
          number
          acknowledgedAt
          acknowledgedBy
          resolvedAt
          state {
            label
            meaning
          }
          pages {
            id
            name
            createdAt
            deliveries {
              id
              state
              settledAt
              confirmedAt
              firstAttemptAt
              lastFindings {
                ...FindingWords
              }
            }
          }
        }
      }
    }
  `,
  [FindingWords],
)
export type AlertOfIncident = NonNullable<
  ResultOf<typeof PeopleOfIncident>["incident"]
>["alerts"]["edges"][number]["node"]

/** Incidents about the same monitors that were declared earlier. */
export const EarlierIncidents = projectList(
  "incidents",
  "id number title titleFinding { text } startedAt resolvedAt postmortemPublished",
  [],
  { first: 5, also: "totalCount" },
)

export const PostmortemDraft = query("incident", "id postmortemDraft")
