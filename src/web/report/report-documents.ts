import type { ResultOf } from "../graphql.ts"
import { graphql } from "../graphql.ts"

/** What a report can be about, and the time zone of its months. */
export const ReportScopes = graphql(`
  query ReportScopes($id: ID!, $readsStatusPages: Boolean = true) {
    project(id: $id) {
      id
      timeZone
      createdAt
      labels(first: 100) {
        edges {
          node {
            id
            name
          }
        }
      }
      statusPages(first: 100) @include(if: $readsStatusPages) {
        edges {
          node {
            id
            name
          }
        }
      }
    }
  }
`)

export const ReportOfMonth = graphql(`
  query ReportOfMonth($id: ID!, $month: String!, $labelId: ID, $statusPageId: ID) {
    project(id: $id) {
      id
      uptimeReport(month: $month, labelId: $labelId, statusPageId: $statusPageId) {
        month
        timeZone
        projectName
        scopeName
        monitorCount
        incidentCount
        total {
          from
          to
          percent
          coverage
          offlineSeconds
          degradedSeconds
          maintenanceSeconds
        }
        rows {
          monitorId
          name
          groupName
          incidentCount
          uptime {
            percent
            coverage
            offlineSeconds
          }
          days {
            from
            percent
            coverage
            offlineSeconds
            degradedSeconds
            maintenanceSeconds
          }
        }
        incidents {
          id
          number
          title
          startedAt
          resolvedAt
          acknowledgedAt
          acknowledgedBy
          severity {
            name
            color
          }
          monitor {
            name
          }
        }
      }
    }
  }
`)

export type Report = NonNullable<ResultOf<typeof ReportOfMonth>["project"]>["uptimeReport"]

export const ReportSchedules = graphql(`
  query ReportSchedules($id: ID!) {
    project(id: $id) {
      id
      timeZone
      reportSchedules(first: 20) {
        edges {
          node {
            id
            month
            sendAt
            addresses
            label {
              id
              name
            }
            statusPage {
              id
              name
            }
            members {
              id
              name
            }
          }
        }
      }
      members(first: 100) {
        edges {
          node {
            id
            name
            email
          }
        }
      }
    }
  }
`)

type Read = NonNullable<ResultOf<typeof ReportSchedules>["project"]>
export type Schedule = Read["reportSchedules"]["edges"][number]["node"]
export type Person = Read["members"]["edges"][number]["node"]

export const CreateReportSchedule = graphql(`
  mutation CreateReportSchedule(
    $projectId: ID!
    $labelId: ID
    $statusPageId: ID
    $memberIds: [ID!]
    $addresses: [String!]
  ) {
    createReportSchedule(
      projectId: $projectId
      labelId: $labelId
      statusPageId: $statusPageId
      memberIds: $memberIds
      addresses: $addresses
    ) {
      id
    }
  }
`)

export const UpdateReportSchedule = graphql(`
  mutation UpdateReportSchedule($id: ID!, $memberIds: [ID!], $addresses: [String!]) {
    updateReportSchedule(id: $id, memberIds: $memberIds, addresses: $addresses) {
      id
    }
  }
`)

export const DeleteReportSchedule = graphql(`
  mutation DeleteReportSchedule($id: ID!) {
    deleteReportSchedule(id: $id)
  }
`)

export const SetProjectTimeZone = graphql(`
  mutation SetProjectTimeZone($projectId: ID!, $timeZone: String!) {
    setProjectTimeZone(projectId: $projectId, timeZone: $timeZone) {
      id
      timeZone
    }
  }
`)
