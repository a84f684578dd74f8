import { mutation } from "../graphql.ts"

export const CreateOverride = mutation("createOverride", "id")
export const UpdateOverride = mutation("updateOverride", "id")
export const DeleteOverride = mutation("deleteOverride")
