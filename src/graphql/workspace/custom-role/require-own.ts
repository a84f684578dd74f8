import type { Permission } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"

/** @throws {DomainError} insufficient_scope for a permission that the actor does not have. */
export async function requireOwn(
  { access }: Context,
  projectId: string,
  permissions: Iterable<Permission>,
): Promise<void> {
  for (const permission of permissions) await access.require(projectId, permission, "role")
}
