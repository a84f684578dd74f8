import { FindingWords } from "../ui/finding-words.ts"
import {
  graphql,
  mutation,
  projectField,
  subscription,
  type FragmentOf,
  type ResultOf,
} from "../graphql.ts"

export const StatusPageRow = graphql(`
  fragment StatusPageRow on StatusPage {
    id
    name
    slug
    url
    isPublic
    updatedAt
    access {
      kind
    }
    domains {
      id
      host
      isVerified
    }
    componentCount
    subscribers(first: 1) @include(if: $mayWrite) {
      totalCount
    }
  }
`)
export type StatusPageRow = FragmentOf<typeof StatusPageRow>

export const StatusPages = graphql(
  `
    query StatusPages($projectId: ID!, $mayWrite: Boolean!, $after: String) {
      project(id: $projectId) {
        id
        statusPages(first: 50, after: $after) {
          edges {
            node {
              ...StatusPageRow
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  `,
  [StatusPageRow],
)

export const OneStatusPage = graphql(
  `
    query OneStatusPage($id: ID!, $mayWrite: Boolean!) {
      statusPage(id: $id) {
        id
        name
        description
        slug
        url
        isPublic
        accentColor
        theme
        font
        density
        links {
          label
          url
        }
        customCss
        showsMaker
        showsCorrections
        language
        logoUrl
        darkLogoUrl
        updatedAt
        access {
          kind
          emailDomains
        }
        domains {
          id
          host
          isVerified
          recordName
          recordValue
        }
        export {
          exportedAt
          lastFindings {
            ...FindingWords
          }
        }
        groups {
          id
          name
          isCollapsed
        }
        componentCount
        resources(first: 100) {
          edges {
            node {
              id
              monitorId
              monitorName
              displayName
              displayDescription
              showUptimePercent
              showResponseTimes
              group {
                id
              }
              monitor {
                id
                status
              }
            }
          }
        }
        announcements {
          id
          body
          startsAt
          endsAt
        }
        shownIncidents {
          id
          number
          title
          titleFinding {
            text
          }
          startedAt
          state {
            id
            label
            color
          }
        }
        subscribers(first: 1) @include(if: $mayWrite) {
          totalCount
        }
      }
    }
  `,
  [FindingWords],
)
export type StatusPage = NonNullable<ResultOf<typeof OneStatusPage>["statusPage"]>
export type Component = StatusPage["resources"]["edges"][number]["node"]
export type Announcement = StatusPage["announcements"][number]
export type Domain = StatusPage["domains"][number]

export const StatusPageChanged = subscription("statusPageChanged", "isSnapshot statusPage { id }")

export const PublicPageChanged = subscription("publicStatusPageChanged", "version headline")
export type Headline = ResultOf<typeof PublicPageChanged>["publicStatusPageChanged"]["headline"]

/** Why a new page cannot have the slug that is being typed. */
export const SlugIssue = projectField("slugIssue")
export const CreateStatusPage = mutation("createStatusPage", "id")
export const UpdateStatusPage = mutation("updateStatusPage", "id")
export const DeleteStatusPage = mutation("deleteStatusPage")
export const SetStatusPageLogo = mutation("setStatusPageLogo", "id logoUrl darkLogoUrl")
export const PreviewStatusPage = mutation("previewStatusPage", "url expiresAt")
