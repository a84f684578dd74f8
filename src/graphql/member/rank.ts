import { Role } from "../../../prisma/generated/enums.ts"

const rank: Record<Role, number> = { viewer: 1, editor: 2, admin: 3, owner: 4 }

/** Whether somebody of this role may give, change or take away that one: nobody reaches above their own. */
export const reaches = (own: Role, other: Role): boolean => rank[own] >= rank[other]

/** Those who may invite others. */
export const mayInvite = (role: Role): boolean => reaches(role, "admin")

/** What somebody of this role may invite others as. */
export const invitable = (role: Role): Role[] =>
  mayInvite(role) ? Object.values(Role).filter((other) => reaches(role, other)) : []
