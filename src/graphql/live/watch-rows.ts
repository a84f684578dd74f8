import type { Payload, Topic } from "../../platform/topics.ts"
import type { Permission } from "../kernel/access.ts"
import type { Context } from "../kernel/context.ts"
import { notFound } from "../kernel/errors.ts"
import type { Subject } from "../kernel/monitor-scope.ts"
import { watch } from "./watch.ts"

type Row = { id: string }

type Rows<T extends Topic> = {
  projectId: string
  /** The only row of the stream, in any state. */
  id: string | null | undefined
  noun: string
  permission: Permission
  /** If limited access sees some of the rows. */
  type?: Exclude<Subject["type"], "series">
  topic: T
  rowOf(payload: Payload<T>): { projectId: string; id: string }
  /** Reads one row of the project, or those that the stream opens with. */
  find(only: Row | null): Promise<Row[]>
}

/** The size of a snapshot. */
export const openAtMost = 100

/**
 * Streams rows of a project, then each one that changes; or a single row.
 * @throws {DomainError} before the stream opens: not_found, and what `access.require` throws.
 */
export async function watchRows<T extends Topic>(ctx: Context, rows: Rows<T>) {
  const { projectId, id, permission, type, topic, rowOf, find } = rows
  const noun = id ? rows.noun : "project"
  const about = type && (id ? { type, id } : "within")
  await ctx.access.require(projectId, permission, noun, about)
  const one = async (id: string) => (await find({ id }))[0] ?? null
  if (id && (await one(id)) === null) throw notFound(noun)
  return watch<T, Row>(ctx, {
    projectId,
    permission,
    noun,
    topic,
    ...(type && { about, subject: ({ id }) => ({ type, id }) }),
    matches(payload) {
      const row = rowOf(payload)
      return row.projectId === projectId && (!id || row.id === id)
    },
    snapshot: () => find(id ? { id } : null),
    read: (payload) => one(rowOf(payload).id),
  })
}
