import { mutation, projectField, type VariablesOf } from "../graphql.ts"

export const SavedViews = projectField("savedViews", "id name search")
export type ViewPage = NonNullable<VariablesOf<typeof SavedViews>["page"]>

export const SaveView = mutation("saveView", "id name search")
export const DeleteView = mutation("deleteView")
