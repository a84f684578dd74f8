import { graphql, type ResultOf, type VariablesOf } from "../graphql.ts"

export const ConditionSeries = graphql(`
  query ConditionSeries(
    $projectId: ID!
    $condition: TelemetryConditionInput!
    $from: DateTime!
    $to: DateTime!
  ) {
    project(id: $projectId) {
      id
      conditionSeries(condition: $condition, from: $from, to: $to) {
        from
        to
        value
        group
        rows
        isFailing
      }
    }
  }
`)

export type ConditionInput = VariablesOf<typeof ConditionSeries>["condition"]
export type ConditionPoint = NonNullable<
  ResultOf<typeof ConditionSeries>["project"]
>["conditionSeries"][number]
