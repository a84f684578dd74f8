import { mutation, projectList } from "../graphql.ts"

/** For choices in forms. */
export const LabelsOfProject = projectList("labels", "id name color", [], { first: 100 })

export const CreateLabel = mutation("createLabel", "id")
export const UpdateLabel = mutation("updateLabel", "id name color")
export const DeleteLabel = mutation("deleteLabel")
