import type { Services } from "../../../platform/services.ts"
import { createSwrCache } from "../../../platform/swr-cache.ts"
import type { Context } from "../../kernel/context.ts"
import type { Limit } from "../../kernel/monitor-scope.ts"
import { readLastDay, type LastDay } from "./read-last-day.ts"
import { readReliability, type Reliability } from "./read-reliability.ts"

/** Nothing is kept: only who asks while a reading runs shares it. */
const options = { freshMs: 0, staleMs: 0, maxKeys: 1000 }

type Needed = Pick<Services, "database" | "clock" | "log">
type Reads = { lastDay: LastDay; reliability: Reliability }
type SharedReads = ReturnType<typeof createSharedReads>

const createSharedReads = ({ database, clock, log }: Needed) => {
  const services = { database, clock, log }
  return {
    lastDay: createSwrCache(services, {
      ...options,
      read: (name) => readLastDay(services, ...readName(name)),
    }),
    reliability: createSwrCache(services, {
      ...options,
      read: (name) => readReliability(services, ...readName(name)),
    }),
  }
}

/** A reading is shared by those with the same project and the same limit. */
const nameOf = (projectId: string, limit: Limit): string =>
  [projectId, ...(limit?.toSorted() ?? [])].join(" ")

function readName(name: string): [projectId: string, limit: Limit] {
  const [projectId = "", ...labels] = name.split(" ")
  return [projectId, labels.length === 0 ? null : labels]
}

const byDatabase = new WeakMap<Services["database"], SharedReads>()

/**
 * Reads a project's history. It visits thousands of rows: all dashboards of a project share one reading when an outage
 * makes them read again at once, and a document that selects two of its fields executes it once.
 */
export async function readShared<Name extends keyof Reads>(
  ctx: Needed & Pick<Context, "access">,
  name: Name,
  projectId: string,
): Promise<Reads[Name]> {
  const reads = byDatabase.get(ctx.database) ?? createSharedReads(ctx)
  byDatabase.set(ctx.database, reads)
  const read: Record<keyof Reads, (name: string) => Promise<Reads[keyof Reads]>> = reads
  return (await read[name](nameOf(projectId, await ctx.access.limit(projectId)))) as Reads[Name]
}
