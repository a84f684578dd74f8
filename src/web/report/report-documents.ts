import { graphql, mutation, type ResultOf } from "../graphql.ts"

/** What a report can be about, and the time zone of its months. */
export const ReportScopes = graphql(`
  query ReportScopes($id: ID!) {
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
          excludedSeconds
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
            excludedSeconds
          }
          days {
            from
            percent
            coverage
            offlineSeconds
            degradedSeconds
            maintenanceSeconds
            excludedSeconds
          }
        }
        corrections {
          id
          startsAt
          endsAt
          reason
          actorName
          monitors {
            id
            name
          }
        }
        incidents {
          id
          number
          title
          titleFinding {
            text
          }
          startedAt
          resolvedAt
          acknowledgedAt
          acknowledgedBy
          severity {
            label
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
            attachments
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

export const CreateReportSchedule = mutation("createReportSchedule", "id")
export const UpdateReportSchedule = mutation("updateReportSchedule", "id")
export const DeleteReportSchedule = mutation("deleteReportSchedule")
export const SetProjectTimeZone = mutation("setProjectTimeZone", "id timeZone")
