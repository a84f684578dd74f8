import type { Permission } from "../../../kernel/access.ts"

type Permissions = ReadonlySet<Permission>

/** Whether a member may grant, change or remove a role: no permission of it is missing from their own. */
export const reaches = (own: Permissions, other: Permissions): boolean =>
  own.has("members:write") && [...other].every((one) => own.has(one))
