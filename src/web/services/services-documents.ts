import { graphql, projectField, type ResultOf } from "../graphql.ts"

export const Services = graphql(`
  query Services($projectId: ID!, $from: DateTime!, $to: DateTime!, $withoutChecks: Boolean!) {
    project(id: $projectId) {
      id
      services(from: $from, to: $to, withoutChecks: $withoutChecks) {
        name
        calls
        errors
        p50Ms
        p95Ms
        p99Ms
      }
      serviceSeries(from: $from, to: $to, steps: 40, withoutChecks: $withoutChecks) {
        stepSeconds
        points {
          service
          at
          calls
          errors
          p95Ms
        }
      }
    }
  }
`)
type ServicesProject = NonNullable<ResultOf<typeof Services>["project"]>
export type ServiceRow = ServicesProject["services"][number]
export type ServicePoint = ServicesProject["serviceSeries"]["points"][number]

export const ServiceMap = graphql(`
  query ServiceMap($projectId: ID!, $from: DateTime!, $to: DateTime!) {
    project(id: $projectId) {
      id
      services(from: $from, to: $to) {
        name
        calls
        errors
        p95Ms
      }
      serviceMap(from: $from, to: $to) {
        sampledShare
        edges {
          source
          target
          kind
          calls
          errors
          p95Ms
        }
      }
    }
  }
`)
type MapProject = NonNullable<ResultOf<typeof ServiceMap>["project"]>
export type MapEdge = MapProject["serviceMap"]["edges"][number]
export type MapService = MapProject["services"][number]

export const OneService = graphql(`
  query OneService(
    $projectId: ID!
    $service: String!
    $errors: String!
    $from: DateTime!
    $to: DateTime!
    $withoutChecks: Boolean!
  ) {
    project(id: $projectId) {
      id
      serviceSeries(
        from: $from
        to: $to
        service: $service
        steps: 120
        withoutChecks: $withoutChecks
      ) {
        stepSeconds
        points {
          at
          calls
          errors
          p50Ms
          p95Ms
          p99Ms
        }
      }
      serviceOperations(from: $from, to: $to, service: $service, withoutChecks: $withoutChecks) {
        name
        kind
        calls
        errors
        p50Ms
        p95Ms
        p99Ms
      }
      logs(query: $errors, from: $from, to: $to, first: 8) {
        records {
          cursor
          at
          severity
          severityNumber
          body
          traceId
        }
      }
    }
  }
`)
type OneProject = NonNullable<ResultOf<typeof OneService>["project"]>
export type SeriesPoint = OneProject["serviceSeries"]["points"][number]
export type Operation = OneProject["serviceOperations"][number]

export const Facets = projectField("telemetryFacets", "field value records")

export const Fields = projectField("telemetryFields", "field records")
