import type { Context } from "../../kernel/context.ts"
import { makeMonitors, type Wanted } from "../monitor/write/write-monitor.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { parentsFirst } from "./config-parent.ts"
import type { Step } from "./plan-import.ts"

export type New = Extract<Step, { outcome: "create" }>

/** A monitor to create; labels that do not exist are omitted. */
export const wantedOf = (
  { id, entry, parentId }: Pick<New, "id" | "entry" | "parentId">,
  labels: ReadonlyMap<string, string>,
): Wanted => ({
  id,
  kind: entry.kind,
  draft: entry.draft,
  parentId,
  labelIds: entry.labels.flatMap((name) => labels.get(name) ?? []),
  isPaused: entry.isPaused === true,
})

/** Why monitors could not be created, by id. */
export type Refused = Map<string, string>

/**
 * Writes all new monitors together. If the database refuses some, the batch is halved until those are found, and
 * the others are written.
 * @param labels ids of labels by name.
 */
export async function writeNew(
  tx: Transaction,
  ctx: Context,
  projectId: string,
  news: New[],
  labels: Map<string, string>,
): Promise<Refused> {
  const refused: Refused = new Map()
  const wanted = parentsFirst(news).map((step) => wantedOf(step, labels))

  async function write(all: Wanted[]): Promise<void> {
    const possible = all.filter(({ id, parentId }) => {
      const isOrphan = parentId !== null && refused.has(parentId)
      if (isOrphan) refused.set(id, "its parent monitor could not be created")
      return !isOrphan
    })
    if (possible.length === 0) return
    try {
      await transact({ ...ctx, transaction: tx }, (part) =>
        makeMonitors(part, ctx, projectId, possible),
      )
    } catch (error) {
      const [first, ...others] = possible
      if (first !== undefined && others.length === 0) {
        ctx.log.warn({ err: error, projectId }, "a monitor of an import could not be written")
        refused.set(first.id, "the database refused it; nothing was written")
        return
      }
      const middle = Math.ceil(possible.length / 2)
      await write(possible.slice(0, middle))
      await write(possible.slice(middle))
    }
  }

  await write(wanted)
  return refused
}
