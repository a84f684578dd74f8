import { mutation } from "../graphql.ts"

export const CreateSlo = mutation("createSlo", "id")
export const UpdateSlo = mutation("updateSlo", "id")
export const DeleteSlo = mutation("deleteSlo")
export const MuteSlo = mutation("muteSlo", "id mutedUntil")
export const UnmuteSlo = mutation("unmuteSlo", "id mutedUntil")

/** Services that recently sent traces, to suggest in the form. */
