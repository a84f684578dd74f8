import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { text } from "../../../platform/text-schema.ts"
import { readPage, type PageArgs } from "../../kernel/connection.ts"
import { reader } from "../../kernel/transaction.ts"
import { currentOf, type OnCall } from "./rules/current-on-call.ts"
import { readPlan, type Plan } from "./read-plan.ts"

export type CurrentEntry = { entry: OnCall; plan: Plan; policyName: string }

/** Sort key: policy name, policy id, rule order, user id. */
const position = z.tuple([text(200), z.uuid(), z.int(), z.uuid()])
type Position = z.output<typeof position>

/** List who is on call in a project now, by policy name, then rule, then person. */
export async function listCurrent(ctx: Context, projectId: string, args: PageArgs) {
  await ctx.access.require(projectId, "on_call:read")
  const { rows, isBackward, after, before } = readPage(args)
  const at = ctx.clock.now()
  const plan = await readPlan(reader(ctx), { projectId, from: at, until: at })
  const names = new Map(plan.policies.map(({ id, name }) => [id, name]))
  const all = currentOf(plan.policies, at, plan).map((entry): CurrentEntry => ({
    entry,
    plan,
    policyName: names.get(entry.policyId) ?? "",
  }))
  const isAfter = after === null ? () => true : await comesAfter(ctx, projectId, after, "#/after")
  const isFrom =
    before === null ? () => false : await comesAfter(ctx, projectId, before, "#/before")
  const selected = all.filter(
    (one) => isAfter(one.entry) && !isFrom(one.entry) && writeCursor(one) !== before,
  )
  const isMore = selected.length > rows
  const page = isBackward
    ? selected.slice(Math.max(0, selected.length - rows))
    : selected.slice(0, rows)
  const edges = page.map((node) => ({ node, cursor: writeCursor(node) }))
  return {
    edges,
    pageInfo: {
      hasNextPage: isBackward ? before !== null : isMore,
      hasPreviousPage: isBackward ? isMore : after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}

const writeCursor = ({ entry, policyName }: CurrentEntry): string =>
  Buffer.from(
    JSON.stringify([policyName, entry.policyId, entry.ruleOrder, entry.userId] satisfies Position),
  ).toString("base64url")

function readCursor(cursor: string, pointer: string): Position {
  try {
    return position.parse(JSON.parse(Buffer.from(cursor.slice(0, 2000), "base64url").toString()))
  } catch {
    // Every defect has the same remedy.
    throw invalid(pointer, "is not a cursor of this list; request the first page again")
  }
}

/** PostgreSQL compares the names because it also sorted them; the row of the cursor may be gone. */
async function comesAfter(ctx: Context, projectId: string, cursor: string, pointer: string) {
  const [name, policyId, ruleOrder, userId] = readCursor(cursor, pointer)
  const { rows } = await ctx.database.pool.query<{ id: string; is_same: boolean }>(
    `select id, (name, id) = ($2, $3::uuid) as is_same from on_call_policy
      where project_id = $1 and (name, id) <= ($2, $3::uuid)`,
    [projectId, name, policyId],
  )
  const reached = new Map(rows.map(({ id, is_same }) => [id, is_same]))
  return (one: OnCall): boolean => {
    const isSame = reached.get(one.policyId)
    if (isSame !== true) return isSame === undefined
    return one.ruleOrder === ruleOrder ? one.userId > userId : one.ruleOrder > ruleOrder
  }
}
