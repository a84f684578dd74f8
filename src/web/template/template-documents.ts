import { mutation, projectList, query } from "../graphql.ts"

export const TemplateRows = projectList(
  "incidentTemplates",
  "id name title severity { name color }",
)

export const OneTemplate = query("incidentTemplate", "id name title body severity { name }")

export const CreateTemplate = mutation("createIncidentTemplate", "id")
export const UpdateTemplate = mutation(
  "updateIncidentTemplate",
  "id name title body severity { name }",
)

export const DeleteTemplate = mutation("deleteIncidentTemplate")
