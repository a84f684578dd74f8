import type { Bus } from "../../platform/bus/bus.ts"
import type { Payload, Topic } from "../../platform/topics.ts"
import { authorizeWatchers, type CredentialGroup } from "./authorize-watchers.ts"
import type { Context } from "../kernel/context.ts"
import { createEventLog } from "./event-log.ts"
import { onTick } from "./timer.ts"
import type { EventResult, Source, Watched, Watcher, WatchHandle } from "./watcher.ts"

/** A bus message, a gap after which the snapshot is read again, or a reminder to check permissions. */
type LogEntry<T extends Topic> = { payload: Payload<T> } | "gap" | "recheck"

type Entry<T extends Topic, Row> = {
  ctx: Context
  source: Source<T, Row>
  watcher: Watcher<Row, unknown>
  /** Number of its next log entry; null before its snapshot. */
  next: number | null
  /** Events that did not fit its buffer; they are sent first. */
  rest: Watched<Row>[] | null
  hasCapacity: boolean
  isBusy: boolean
}

/** Log entries kept for slow readers; a reader further behind starts over with the snapshot. */
const logCapacity = 1000
/** Events executed together and sent for one permission check: a burst must not cause as many checks and reads. */
const batchSize = 20

export type Watchers<T extends Topic, Row> = ReturnType<typeof createWatchers<T, Row>>

/**
 * All streams with the same document and variables, and therefore the same source. Each round authorizes all of
 * them in one statement, executes each event once per set of permissions, and sends the result to everyone in it. A
 * watcher with a full buffer gets the rest in a later round, after another permission check.
 */
export function createWatchers<T extends Topic, Row>(
  bus: Bus,
  source: Source<T, Row>,
  onEmpty: () => void,
) {
  const entries = new Set<Entry<T, Row>>()
  const log = createEventLog<LogEntry<T>>(logCapacity)
  let isScheduled = false

  const stops = [
    bus.subscribe(source.topic, (payload) => {
      if (source.matches(payload)) append({ payload })
    }),
    bus.onGap(() => append("gap")),
    bus.subscribe("access.changed", () => append("recheck")),
    onTick(() => append("recheck")),
  ]

  function append(one: LogEntry<T>): void {
    log.push(one)
    schedule()
  }

  /** Batches everything that arrives in one tick. */
  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(startRounds)
  }

  /** Starts one round for each set of entries that wait for the same events. */
  function startRounds(): void {
    isScheduled = false
    const end = log.end()
    const waiting = new Map<unknown, Entry<T, Row>[]>()
    let areAllDone = true
    for (const entry of entries) {
      areAllDone &&= entry.next === end
      const position = entry.rest ?? entry.next
      if (entry.isBusy || !entry.hasCapacity || position === end) continue
      const same = waiting.get(position)
      if (same === undefined) waiting.set(position, [entry])
      else same.push(entry)
    }
    if (areAllDone) log.clear()
    for (const same of waiting.values()) void runRound(same)
  }

  async function runRound(same: Entry<T, Row>[]): Promise<void> {
    const { next, rest } = first(same)
    const batch = next === null ? null : log.since(next, batchSize)
    const then = next === null || batch === null ? log.end() : next + batch.length
    for (const entry of same) {
      entry.isBusy = true
      if (rest === null) entry.next = then
      entry.rest = null
    }
    try {
      const [audiences, events] = await Promise.all([
        authorizeWatchers(same, source, dismiss),
        rest ?? read(first(same).source, batch ?? ["gap"]),
      ])
      await Promise.all(audiences.map((groups) => sendAll(groups, events)))
    } catch (error) {
      dismiss(same, error)
    }
    for (const entry of same) entry.isBusy = false
    schedule()
  }

  async function sendAll(
    groups: CredentialGroup<Entry<T, Row>>[],
    all: Watched<Row>[],
  ): Promise<void> {
    try {
      const events = await withinLimit(groups, all)
      const [group] = groups
      if (group === undefined) return
      for (let from = 0; from < events.length; from += batchSize) {
        const some = events.slice(from, from + batchSize)
        // Together, so that their reads are one statement.
        const executed = await Promise.all(
          some.map(async (event) => ({ event, result: await execute(group, event) })),
        )
        for (const [at, { event, result }] of executed.entries()) {
          const next = from + at + 1
          await sendOne(groups, event, result, next < events.length ? events.slice(next) : null)
        }
      }
    } catch (error) {
      for (const { entries } of groups) dismiss(entries, error)
    }
  }

  const execute = (
    { access, entries: some }: CredentialGroup<Entry<T, Row>>,
    event: Watched<Row>,
  ): Promise<EventResult<unknown>> => first(some).watcher.execute(event, access)

  /** @param result what the first group gets. */
  async function sendOne(
    groups: CredentialGroup<Entry<T, Row>>[],
    event: Watched<Row>,
    result: EventResult<unknown>,
    rest: Watched<Row>[] | null,
  ): Promise<void> {
    let executed = result
    for (const [at, group] of groups.entries()) {
      if (at > 0 && executed.isPersonal) executed = await execute(group, event)
      for (const entry of group.entries) deliver(entry, executed.result, rest)
    }
  }

  function deliver(entry: Entry<T, Row>, result: unknown, rest: Watched<Row>[] | null): void {
    // An entry with a rest gets this event together with it.
    if (!entries.has(entry) || entry.rest !== null) return
    if (entry.watcher.take(result)) return
    entry.hasCapacity = false
    entry.rest = rest
  }

  function dismiss(some: Entry<T, Row>[], error: unknown): void {
    for (const entry of some) if (leave(entry)) entry.watcher.fail(error)
  }

  function leave(entry: Entry<T, Row>): boolean {
    const wasThere = entries.delete(entry)
    if (wasThere && entries.size === 0) {
      for (const stop of stops) stop()
      onEmpty()
    }
    return wasThere
  }

  return {
    /** Starts with the snapshot. Must not be called after the last watcher has left. */
    join(ctx: Context, source: Source<T, Row>, watcher: Watcher<Row, unknown>): WatchHandle {
      const entry = {
        ctx,
        source,
        watcher,
        next: null,
        rest: null,
        hasCapacity: true,
        isBusy: false,
      }
      entries.add(entry)
      schedule()
      return {
        resume() {
          entry.hasCapacity = true
          schedule()
        },
        leave: () => void leave(entry),
      }
    },
  }
}

const first = <P>(entries: P[]): P => entries[0] as P

/** The events that an audience may see: all of it has the same permissions and the same limit. */
async function withinLimit<T extends Topic, Row>(
  groups: CredentialGroup<Entry<T, Row>>[],
  events: Watched<Row>[],
): Promise<Watched<Row>[]> {
  const { access, entries } = first(groups)
  const { projectId, subject } = first(entries).source
  return subject === undefined
    ? events
    : access.allSeen(projectId, events, ({ row }) => subject(row))
}

/** Reads the rows of a batch, concurrently with the permission check. */
async function read<T extends Topic, Row>(
  source: Source<T, Row>,
  batch: LogEntry<T>[],
): Promise<Watched<Row>[]> {
  const events = await Promise.all(
    batch.map(async (one) => {
      if (one === "recheck") return []
      if (one === "gap") return (await source.snapshot()).map((row) => ({ row, isSnapshot: true }))
      const row = await source.read(one.payload)
      return row === null ? [] : [{ row, isSnapshot: false }]
    }),
  )
  return events.flat()
}
