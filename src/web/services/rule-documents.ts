import { graphql, mutation, type ResultOf, type VariablesOf } from "../graphql.ts"

export const TelemetryRules = graphql(`
  query TelemetryRules($projectId: ID!) {
    project(id: $projectId) {
      id
      telemetryRules {
        id
        name
        signal
        keepPercent
        keepErrors
        service
        operation
        severityBelow
        attribute
        attributeValue
        bodyContains
        createdAt
      }
    }
  }
`)
export type Rule = NonNullable<ResultOf<typeof TelemetryRules>["project"]>["telemetryRules"][number]

export const PreviewTelemetryRule = graphql(`
  query PreviewTelemetryRule(
    $projectId: ID!
    $signal: TelemetrySignal!
    $keepPercent: Int!
    $keepErrors: Boolean
    $service: String
    $operation: String
    $severityBelow: Int
    $attribute: String
    $attributeValue: String
    $bodyContains: String
  ) {
    project(id: $projectId) {
      id
      previewTelemetryRule(
        signal: $signal
        keepPercent: $keepPercent
        keepErrors: $keepErrors
        service: $service
        operation: $operation
        severityBelow: $severityBelow
        attribute: $attribute
        attributeValue: $attributeValue
        bodyContains: $bodyContains
      ) {
        records
        matched
        dropped
        services {
          service
          matched
        }
      }
    }
  }
`)
export type RuleConditions = Omit<VariablesOf<typeof PreviewTelemetryRule>, "projectId">

export const CreateTelemetryRule = mutation("createTelemetryRule", "id")
export const DeleteTelemetryRule = mutation("deleteTelemetryRule")
