import { Role } from "../../../../../prisma/generated/enums.ts"

const rank: Record<Role, number> = { viewer: 1, editor: 2, admin: 3, owner: 4 }

/** Whether a member with this role may grant, change or remove that role: no role above their own. */
export const reaches = (own: Role, other: Role): boolean => rank[own] >= rank[other]

/** Roles that may invite others. */
export const mayInvite = (role: Role): boolean => reaches(role, "admin")

/** Roles that a member with this role may invite others to. */
export const invitable = (role: Role): Role[] =>
  mayInvite(role) ? Object.values(Role).filter((other) => reaches(role, other)) : []

export const stronger = (one: Role, other: Role): Role => (reaches(one, other) ? one : other)
