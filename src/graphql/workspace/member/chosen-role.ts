import { z } from "zod"
import type { CustomRole } from "../../../../prisma/generated/client.ts"
import type { Role } from "../../../../prisma/generated/enums.ts"
import type { RoleGrant } from "../../kernel/access.ts"
import { invalid } from "../../kernel/errors.ts"
import { id } from "../../kernel/input.ts"
import type { Transaction } from "../../kernel/transaction.ts"

/** A built-in role, or custom with the id of a role that the project defined. */
export const roleInput = {
  role: z.enum(["owner", "admin", "editor", "viewer", "custom"], {
    error: "must be owner, admin, editor, viewer or custom",
  }),
  customRoleId: id.nullish(),
}

/** A role as it is stored, with what it grants and its name. */
export type ChosenRole = RoleGrant & { customRoleId: string | null; roleName: string }

type Given = { role: Role; customRoleId?: string | null | undefined }

/**
 * The role that was asked for; of a custom one the row stays locked, so that it is not deleted meanwhile.
 *
 * @throws {DomainError} validation_failed at `#/customRoleId`.
 */
export async function chosenRole(
  tx: Transaction,
  projectId: string,
  { role, customRoleId = null }: Given,
): Promise<ChosenRole> {
  if (role !== "custom") {
    if (customRoleId !== null)
      throw invalid("#/customRoleId", "must be omitted unless role is custom")
    return { role, customPermissions: null, customRoleId: null, roleName: role }
  }
  if (customRoleId === null) throw invalid("#/customRoleId", "is required if role is custom")
  const found = await tx.db.customRole.findUnique({ where: { id: customRoleId, projectId } })
  if (found === null) throw invalid("#/customRoleId", "must be a role of this project")
  return ofCustomRole(found)
}

export const ofCustomRole = ({ id, name, permissions }: CustomRole): ChosenRole => ({
  role: "custom",
  customPermissions: permissions,
  customRoleId: id,
  roleName: name,
})

type Held = { role: Role; customRole: CustomRole | null }

/** The role that a member has or an invitation grants. */
export const heldRole = ({ role, customRole }: Held): ChosenRole =>
  customRole === null
    ? { role, customPermissions: null, customRoleId: null, roleName: role }
    : ofCustomRole(customRole)
