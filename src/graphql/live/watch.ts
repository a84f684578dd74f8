import type { Bus } from "../../platform/bus/bus.ts"
import type { Topic } from "../../platform/topics.ts"
import type { Context } from "../kernel/context.ts"
import { toAsyncIterator } from "./to-async-iterator.ts"
import type { Source, Watched, Watcher, WatchHandle } from "./watcher.ts"
import { createWatchers, type Watchers } from "./watchers.ts"

export type { Watched } from "./watcher.ts"

/** What a subscription returns to the executor: iterate it, or join it to share results with other readers. */
export type Watch<Row> = AsyncIterableIterator<Watched<Row>, void> & {
  join<Result>(watcher: Watcher<Row, Result>): WatchHandle
}

type Join = (ctx: Context, source: never, watcher: Watcher<never, unknown>) => WatchHandle
const watchersByBus = new WeakMap<Bus, Map<string, { join: Join }>>()

/**
 * A snapshot followed by every change, without a gap between. Permissions are checked again before every batch of
 * events and every three seconds, so a stream ends with its key, session or membership. Streams with the same
 * document and the same permissions share their results.
 *
 * @throws {DomainError} to its reader: what `access.require` throws; `unauthorized` if the credential has ended.
 */
export function watch<T extends Topic, Row>(ctx: Context, source: Source<T, Row>): Watch<Row> {
  const join = <Result>(watcher: Watcher<Row, Result>): WatchHandle =>
    watchersOf(ctx, source).join(ctx, source, watcher)
  return { join, ...toAsyncIterator(join) }
}

export const isWatch = (source: AsyncIterable<unknown>): source is Watch<unknown> =>
  "join" in source

function watchersOf<T extends Topic, Row>(
  { bus, shareKey }: Context,
  source: Source<T, Row>,
): Watchers<T, Row> {
  if (shareKey === undefined) return createWatchers(bus, source, () => undefined)
  const all = watchersByBus.get(bus) ?? new Map<string, { join: Join }>()
  watchersByBus.set(bus, all)
  // Streams with the same document have the same source, so their rows have the same type.
  const known = all.get(shareKey) as Watchers<T, Row> | undefined
  const watchers = known ?? createWatchers(bus, source, () => all.delete(shareKey))
  all.set(shareKey, watchers)
  return watchers
}
