import type { Services } from "../platform/services.ts"
import { readChanges, readTargets } from "../graphql/monitoring/monitor/target/monitor-targets.ts"
import type { Target } from "../graphql/monitoring/monitor/rules/monitor-target.ts"
import type { Past, Schedule } from "./schedule.ts"
import { shardCount, type Shards } from "./shards.ts"

const pollMs = 1000
/** Rows are dated by the start of their transaction, so each poll reads back further than all but imports last. */
const overlapMs = 40_000
/** Notifications are batched for this long, so that a thousand at once cost one read. */
const gatherMs = 10

/**
 * Keep the schedule equal to the monitors of the leased shards: a poll every second is authoritative, a bus
 * notification makes it fast. `request` is called for a monitor with a check-now request.
 */
export function createSync(
  services: Services,
  shards: Shards,
  schedule: Schedule,
  { request, readAt }: { request(target: Target): void; readAt(databaseTime: Date): void },
) {
  const { bus, log } = services
  const changed = new Set<string>()
  const answered = new Map<string, number>()
  let known = new Set<number>()
  let since: Date | null = null
  /** What the last poll found, so that each change is read once although polls overlap. */
  let versions: ReadonlyMap<string, string> = new Map()
  let gathering: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()
  let isStopped = false

  const isMine = (seq: number) => shards.held().has(seq % shardCount)

  const startedBefore = (seq: number) => shards.handover(seq % shardCount)?.started.get(seq)

  /** The last check of a monitor by any prober, stored or not, and when the last prober released it. */
  function pastOf(seq: number, lastChecks: Map<number, Date> | undefined): Past {
    const lastCheckAt = latest(lastChecks?.get(seq), startedBefore(seq))
    return { lastCheckAt, releasedAt: shards.handover(seq % shardCount)?.releasedAt }
  }

  type Read = { targets: Target[]; gone: string[] }
  function take({ targets, gone }: Read, lastChecks?: Map<number, Date>): void {
    for (const monitorId of gone) schedule.delete(monitorId)
    for (const target of targets) {
      const { monitorSeq, monitorId } = target
      if (!isMine(monitorSeq)) continue
      schedule.set(target, pastOf(monitorSeq, lastChecks))
      const askedAt = target.checkRequestedAt?.getTime()
      const answeredAt = answered.get(monitorId) ?? startedBefore(monitorSeq)?.getTime() ?? 0
      if (askedAt === undefined || askedAt <= answeredAt) continue
      answered.set(target.monitorId, askedAt)
      request(target)
    }
  }

  async function poll(): Promise<void> {
    const held = shards.held()
    const isChanged = held.size !== known.size || [...held].some((shard) => !known.has(shard))
    if (isChanged) {
      schedule.retain((target) => held.has(target.monitorSeq % shardCount))
      const fresh = [...held].filter((shard) => !known.has(shard))
      if (fresh.length > 0) {
        const read = await readTargets(services, { shards: fresh, shardCount })
        readAt(read.readAt)
        take(read, await readLastChecks(services, fresh))
        for (const shard of fresh) shards.took(shard)
        since ??= new Date(read.readAt.getTime() - overlapMs)
      }
      known = new Set(held)
    }
    if (since === null) return
    const found = await readChanges(services, { shards: [...held], shardCount, since })
    readAt(found.readAt)
    const ids = [...found.versions.keys()].filter(
      (id) => versions.get(id) !== found.versions.get(id),
    )
    if (ids.length > 0) take(await readTargets(services, { ids }))
    versions = found.versions
    since = new Date(found.readAt.getTime() - overlapMs)
    for (const id of answered.keys()) if (schedule.get(id) === undefined) answered.delete(id)
  }

  async function readChanged(): Promise<void> {
    const ids = [...changed]
    changed.clear()
    if (ids.length > 0) take(await readTargets(services, { ids }))
  }

  /** One read at a time, in order; an error is logged and the next poll retries. */
  function enqueue(work: () => Promise<void>): Promise<void> {
    running = running.then(work).catch((error: unknown) => {
      log.error({ err: error }, "the monitors could not be read; trying again in a second")
    })
    return running
  }

  function notify(monitorId: string): void {
    changed.add(monitorId)
    gathering ??= setTimeout(() => {
      gathering = null
      void enqueue(readChanged)
    }, gatherMs)
  }

  const stops = [
    bus.subscribe("monitor.changed", ({ monitorId }) => notify(monitorId)),
    bus.subscribe("monitor.check_requested", ({ monitorId }) => notify(monitorId)),
    // Notifications of a transaction longer than the overlap may be lost: the next poll reads everything.
    bus.onGap(() => {
      if (bus.isUp()) known = new Set()
    }),
  ]
  let timer: NodeJS.Timeout | null = null
  const loop = async (): Promise<void> => {
    await enqueue(poll)
    if (!isStopped) timer = setTimeout(() => void loop(), pollMs)
  }

  return {
    start: loop,
    /** Read the monitors of newly leased shards now. */
    poll: () => enqueue(poll),
    async stop(): Promise<void> {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
      if (gathering !== null) clearTimeout(gathering)
      for (const stop of stops) stop()
      await running
    },
  }
}

function latest(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one !== undefined && other !== undefined && other < one ? one : (other ?? one)
}

/** When the monitors of these shards were last checked, by any prober, as far as stored. */
async function readLastChecks(
  { database: { pool } }: Services,
  shards: number[],
): Promise<Map<number, Date>> {
  const { rows } = await pool.query<{ seq: number; at: Date }>(
    `select m.seq, s.last_check_at as at
       from monitor m join monitor_state s on s.monitor_id = m.id
      where m.seq % $1 = any($2::int[]) and m.deleted_at is null and s.last_check_at is not null`,
    [shardCount, shards],
  )
  return new Map(rows.map(({ seq, at }) => [seq, at]))
}
