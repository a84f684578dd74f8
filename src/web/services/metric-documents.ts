import { graphql, type ResultOf } from "../graphql.ts"

export const Metrics = graphql(`
  query Metrics($projectId: ID!, $from: DateTime!, $to: DateTime!) {
    project(id: $projectId) {
      id
      metrics(query: "", from: $from, to: $to) {
        name
        kind
        unit
        description
        isMonotonic
        series
        services
      }
    }
  }
`)
export type MetricRow = NonNullable<ResultOf<typeof Metrics>["project"]>["metrics"][number]

export const MetricSeries = graphql(`
  query MetricSeries(
    $projectId: ID!
    $name: String!
    $kind: MetricKind!
    $query: String!
    $aggregation: MetricAggregation!
    $by: [String!]!
    $from: DateTime!
    $to: DateTime!
  ) {
    project(id: $projectId) {
      id
      metricSeries(
        name: $name
        kind: $kind
        query: $query
        aggregation: $aggregation
        by: $by
        from: $from
        to: $to
        steps: 120
      ) {
        stepSeconds
        isCut
        series {
          labels
          points {
            at
            value
          }
        }
      }
    }
  }
`)
type SeriesList = NonNullable<ResultOf<typeof MetricSeries>["project"]>["metricSeries"]
export type MetricSeriesRow = SeriesList["series"][number]

export const MetricDetail = graphql(`
  query MetricDetail(
    $projectId: ID!
    $name: String!
    $kind: MetricKind!
    $query: String!
    $from: DateTime!
    $to: DateTime!
  ) {
    project(id: $projectId) {
      id
      metricAttributes(name: $name, kind: $kind, from: $from, to: $to) {
        key
        values
      }
      metricExemplars(name: $name, kind: $kind, query: $query, from: $from, to: $to) {
        at
        value
        traceId
        spanId
      }
    }
  }
`)
