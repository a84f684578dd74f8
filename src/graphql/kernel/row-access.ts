import type { Permission } from "./access.ts"
import type { About, Subject } from "./monitor-scope.ts"

/** The authorization of what belongs to a project; `about` as in `access.require`. */
export const mayOf = (projectId: string, permission: Permission, noun: string, about?: About) => ({
  may: { projectId, permission, noun, about },
})

/** The authorization of what belongs to one row, which a limit to labels may include. */
export const mayOfRow = (
  type: Exclude<Subject["type"], "series">,
  id: string,
  projectId: string,
  permission: Permission,
) => ({ may: { projectId, permission, noun: type, about: { type, id } } })
