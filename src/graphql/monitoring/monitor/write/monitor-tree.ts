import { notFound, invalid } from "../../../kernel/errors.ts"
import { monitorScope, type Limit } from "../../../kernel/monitor-scope.ts"
import { lockProject } from "../../../workspace/project/lock-project.ts"
import type { Transaction } from "../../../kernel/transaction.ts"

/** Levels from a monitor without a parent down to the last child. */
export const maxDepth = 10

/**
 * Refuses a parent that would create a cycle, is in another project or makes the tree too deep. Trees change only
 * under the project's lock, so that two concurrent changes cannot create a cycle.
 * @throws {DomainError} validation_failed at #/parentId.
 */
export async function checkParent(
  tx: Transaction,
  { projectId, limit }: { projectId: string; limit: Limit },
  monitorId: string | null,
  parentId: string,
): Promise<void> {
  if (limit !== null) {
    const where = { id: parentId, ...monitorScope(limit) }
    if ((await tx.db.monitor.count({ where })) === 0) throw unknownParent()
  }
  await lockProject(tx, projectId, "monitor")
  const [parent] = await tx.db.$queryRaw<{ depth: number; circle: boolean }[]>`
    with recursive above (id, parent_id, depth) as (
      select id, parent_id, 1 from monitor
        where id = ${parentId}::uuid and project_id = ${projectId}::uuid and deleted_at is null
      union all
      select m.id, m.parent_id, above.depth + 1 from above join monitor m on m.id = above.parent_id
        where above.depth <= ${maxDepth}
    )
    select max(depth) as depth, coalesce(bool_or(id = ${monitorId}::uuid), false) as circle
      from above having count(*) > 0`
  if (parent === undefined) throw unknownParent()
  if (parent.circle) {
    throw invalid("#/parentId", "must not be the monitor itself or one of its descendants")
  }
  const height = monitorId === null ? 1 : await heightOf(tx, monitorId)
  if (parent.depth + height > maxDepth) {
    throw invalid("#/parentId", `must not create a tree deeper than ${maxDepth} levels`)
  }
}

const unknownParent = () => invalid("#/parentId", notFound("monitor").message)

async function heightOf({ db }: Transaction, monitorId: string): Promise<number> {
  const [below] = await db.$queryRaw<{ height: number }[]>`
    with recursive below (id, depth) as (
      select ${monitorId}::uuid, 1
      union all
      select m.id, below.depth + 1 from below join monitor m on m.parent_id = below.id
        where m.deleted_at is null and below.depth <= ${maxDepth}
    )
    select max(depth) as height from below`
  return below?.height ?? 1
}
