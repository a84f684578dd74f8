import { mutation, projectField, projectList } from "../graphql.ts"

export const DeclareIncident = mutation("declareIncident", "id number")

export const TemplatesToUse = projectList(
  "incidentTemplates",
  "id name title body placeholders severity { name }",
  [],
  { first: 100 },
)

/** Who would see an incident about these monitors. */
export const PlannedAudience = projectField(
  "incidentAudience",
  "components subscribers statusPage { id name isPublic }",
)
