import type { Bus } from "../bus/bus.ts"
import type { Payload, Topic } from "../topics.ts"
import type { Party } from "./admit-watchers.ts"
import { admitWatchers } from "./admit-watchers.ts"
import type { Context } from "./context.ts"
import { createHeard } from "./heard.ts"
import { onTick } from "./tick.ts"
import type { Made, Seat, Source, Watched, Watcher } from "./watcher.ts"

/** A nudge, the need to read the state anew, or the time to ask who may still listen. */
type Heard<T extends Topic> = { payload: Payload<T> } | "gap" | "ask"

type Place<T extends Topic, Row> = {
  ctx: Context
  source: Source<T, Row>
  watcher: Watcher<Row, unknown>
  /** The number of what it is told next; null where it has to begin with the state. */
  next: number | null
  /** What there was no room for, which comes first. */
  rest: Watched<Row>[] | null
  hasRoom: boolean
  isBusy: boolean
}

/** What is kept for slow readers; who is further behind starts over with the state. */
const keptAtMost = 1000
/** Events that one question after the right to listen is good for: a thousand at once would ask a thousand times. */
const atOnce = 20

export type Watchers<T extends Topic, Row> = ReturnType<typeof createWatchers<T, Row>>

/**
 * All streams of the same document and variables, which therefore have the same source. What is heard has its
 * turn: one statement asks for the rights of all, what follows is made once for those who may see the same, and
 * goes to one after the other without a pause. Who has no room hears of it in a later turn, rights and all.
 */
export function createWatchers<T extends Topic, Row>(
  bus: Bus,
  source: Source<T, Row>,
  onEmpty: () => void,
) {
  const places = new Set<Place<T, Row>>()
  const heard = createHeard<Heard<T>>(keptAtMost)
  let isDue = false

  const stops = [
    bus.subscribe(source.topic, (payload) => {
      if (source.matches(payload)) hear({ payload })
    }),
    bus.onGap(() => hear("gap")),
    bus.subscribe("access.changed", () => hear("ask")),
    onTick(() => hear("ask")),
  ]

  function hear(one: Heard<T>): void {
    heard.push(one)
    schedule()
  }

  /** What comes in one turn of the loop is told together. */
  function schedule(): void {
    if (isDue) return
    isDue = true
    queueMicrotask(begin)
  }

  /** A turn each for all who wait for the same. */
  function begin(): void {
    isDue = false
    const end = heard.end()
    const waiting = new Map<unknown, Place<T, Row>[]>()
    let isToldToAll = true
    for (const place of places) {
      isToldToAll &&= place.next === end
      const mark = place.rest ?? place.next
      if (place.isBusy || !place.hasRoom || mark === end) continue
      const alike = waiting.get(mark)
      if (alike === undefined) waiting.set(mark, [place])
      else alike.push(place)
    }
    if (isToldToAll) heard.forget()
    for (const alike of waiting.values()) void takeTurn(alike)
  }

  async function takeTurn(alike: Place<T, Row>[]): Promise<void> {
    const { next, rest } = first(alike)
    const news = next === null ? null : heard.since(next, atOnce)
    const then = next === null || news === null ? heard.end() : next + news.length
    for (const place of alike) {
      place.isBusy = true
      if (rest === null) place.next = then
      place.rest = null
    }
    try {
      const [audiences, events] = await Promise.all([
        admitWatchers(alike, source, dismiss),
        rest ?? read(first(alike).source, news ?? ["gap"]),
      ])
      await Promise.all(audiences.map((parties) => tell(parties, events)))
    } catch (error) {
      dismiss(alike, error)
    }
    for (const place of alike) place.isBusy = false
    schedule()
  }

  async function tell(parties: Party<Place<T, Row>>[], events: Watched<Row>[]): Promise<void> {
    try {
      for (const [at, event] of events.entries()) {
        await tellOne(parties, event, at + 1 < events.length ? events.slice(at + 1) : null)
      }
    } catch (error) {
      for (const { places } of parties) dismiss(places, error)
    }
  }

  async function tellOne(
    parties: Party<Place<T, Row>>[],
    event: Watched<Row>,
    rest: Watched<Row>[] | null,
  ): Promise<void> {
    let made: Made<unknown> | null = null
    for (const { access, places } of parties) {
      if (made === null || made.isPersonal) {
        made = await first(places).watcher.make(event, access)
      }
      for (const place of places) give(place, made.told, rest)
    }
  }

  function give(place: Place<T, Row>, told: unknown, rest: Watched<Row>[] | null): void {
    // Who had no room for an earlier one is told of this after it.
    if (!places.has(place) || place.rest !== null) return
    if (place.watcher.take(told)) return
    place.hasRoom = false
    place.rest = rest
  }

  function dismiss(some: Place<T, Row>[], error: unknown): void {
    for (const place of some) if (leave(place)) place.watcher.fail(error)
  }

  function leave(place: Place<T, Row>): boolean {
    const wasThere = places.delete(place)
    if (wasThere && places.size === 0) {
      for (const stop of stops) stop()
      onEmpty()
    }
    return wasThere
  }

  return {
    /** Opens with the state. Nobody joins any more once the last has left. */
    join(ctx: Context, source: Source<T, Row>, watcher: Watcher<Row, unknown>): Seat {
      const place = { ctx, source, watcher, next: null, rest: null, hasRoom: true, isBusy: false }
      places.add(place)
      schedule()
      return {
        resume() {
          place.hasRoom = true
          schedule()
        },
        leave: () => void leave(place),
      }
    },
  }
}

const first = <P>(places: P[]): P => places[0] as P

/** While the rights are asked for, as it does not depend on them. */
async function read<T extends Topic, Row>(
  source: Source<T, Row>,
  news: Heard<T>[],
): Promise<Watched<Row>[]> {
  const events = await Promise.all(
    news.map(async (one) => {
      if (one === "ask") return []
      if (one === "gap") return (await source.snapshot()).map((row) => ({ row, isSnapshot: true }))
      const row = await source.read(one.payload)
      return row === null ? [] : [{ row, isSnapshot: false }]
    }),
  )
  return events.flat()
}
