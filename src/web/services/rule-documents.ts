import { mutation, projectField, type ResultOf, type VariablesOf } from "../graphql.ts"

export const TelemetryRules = projectField(
  "telemetryRules",
  `
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
  `,
)
export type Rule = NonNullable<ResultOf<typeof TelemetryRules>["project"]>["telemetryRules"][number]

export const PreviewTelemetryRule = projectField(
  "previewTelemetryRule",
  "records matched dropped services { service matched }",
)
export type RuleConditions = Omit<VariablesOf<typeof PreviewTelemetryRule>, "projectId">

export const CreateTelemetryRule = mutation("createTelemetryRule", "id")
export const DeleteTelemetryRule = mutation("deleteTelemetryRule")
