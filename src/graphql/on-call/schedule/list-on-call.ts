import type { Context } from "../../kernel/context.ts"
import { text } from "../../../platform/text-schema.ts"
import type { PageArgs } from "../../kernel/connection.ts"
import { readKeyset } from "../../kernel/keyset.ts"

const tables = {
  policies: "on_call_policy",
  rotations: "rotation",
  teams: "team",
} as const

/** List the policies, rotations or teams of a project by name. */
export async function listByName(
  ctx: Context,
  noun: keyof typeof tables,
  projectId: string,
  args: PageArgs,
) {
  await ctx.access.require(projectId, "on_call:read")
  const list = {
    name: `on-call-${noun}-by-name`,
    text: `select id, name as key from ${tables[noun]} where project_id = $1`,
    owner: projectId,
    type: "text",
    written: text(200),
  } as const
  return readKeyset(ctx.database, list, args)
}
