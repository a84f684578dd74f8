import type { Permission } from "./access.ts"
import type { Subject } from "./monitor-scope.ts"

/** The authorization of what belongs to one row, which a limit to labels may include. */
export const mayOfRow = (
  type: Exclude<Subject["type"], "series">,
  id: string,
  projectId: string,
  permission: Permission,
) => ({ may: { projectId, permission, noun: type, about: { type, id } } })
