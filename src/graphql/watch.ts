import type { Bus } from "../bus/bus.ts"
import type { Topic } from "../topics.ts"
import type { Context } from "./context.ts"
import { pulled } from "./pulled.ts"
import type { Seat, Source, Watched, Watcher } from "./watcher.ts"
import type { Watchers } from "./watchers.ts"
import { createWatchers } from "./watchers.ts"

export type { Watched } from "./watcher.ts"

/** What a subscription gives to the executor. It can be iterated, and joined by readers that share what they are told. */
export type Watch<Row> = AsyncIterableIterator<Watched<Row>, void> & {
  join<Told>(watcher: Watcher<Row, Told>): Seat
}

type Join = (ctx: Context, source: never, watcher: Watcher<never, unknown>) => Seat
const ofBus = new WeakMap<Bus, Map<string, { join: Join }>>()

/**
 * A state and then its changes with nothing between. The right to listen is asked for again before every event, or
 * the few that came together, and every three seconds, so a stream ends with its key, session or membership. Streams
 * with the same document whose readers may see the same share what they are told.
 *
 * @throws {DomainError} to its reader: what `access.require` throws; `unauthorized` when the credential has ended.
 */
export function watch<T extends Topic, Row>(ctx: Context, source: Source<T, Row>): Watch<Row> {
  const join = <Told>(watcher: Watcher<Row, Told>): Seat =>
    watchersOf(ctx, source).join(ctx, source, watcher)
  return { join, ...pulled(join) }
}

export const isWatch = (source: AsyncIterable<unknown>): source is Watch<unknown> =>
  "join" in source

function watchersOf<T extends Topic, Row>(
  { bus, shareKey }: Context,
  source: Source<T, Row>,
): Watchers<T, Row> {
  if (shareKey === undefined) return createWatchers(bus, source, () => undefined)
  const all = ofBus.get(bus) ?? new Map<string, { join: Join }>()
  ofBus.set(bus, all)
  // Streams with the same document have the same source, and so rows of the same kind.
  const known = all.get(shareKey) as Watchers<T, Row> | undefined
  const watchers = known ?? createWatchers(bus, source, () => all.delete(shareKey))
  all.set(shareKey, watchers)
  return watchers
}
