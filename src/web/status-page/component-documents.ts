import { mutation } from "../graphql.ts"

export const AttachMonitor = mutation("attachStatusPageMonitor", "id")

/** Attaches a removed component again, as it was. */
export const RestoreComponent = mutation("attachStatusPageMonitor", "id")
export const UpdateComponent = mutation("updateStatusPageResource", "id")
export const MoveComponent = mutation("moveStatusPageResource", "id")
export const DetachComponent = mutation("detachStatusPageResource")
export const CreateGroup = mutation("createStatusPageGroup", "id")
export const UpdateGroup = mutation("updateStatusPageGroup", "id")
export const DeleteGroup = mutation("deleteStatusPageGroup")
