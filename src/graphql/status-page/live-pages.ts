import type { Bus } from "../../bus/bus.ts"
import type { Services } from "../../services.ts"
import { dayMs } from "../check/uptime.ts"
import { versionOf } from "./version.ts"
import type { PageView } from "./view.ts"
import { readPublicPage } from "./view.ts"

export type Shown<View> = View & { version: string }
export type ShownPage = Shown<PageView>

type Entry<View> = { page: Shown<View>; readAtMs: number; dueAtMs: number; isCurrent: boolean }
type Needs = Pick<Services, "bus" | "clock" | "database" | "log">
type Read<View> = (services: Needs, slug: string, now: Date) => Promise<View | null>

/** Without a nudge uptimes still grow, and a nudge may be lost. */
const freshMs = 30_000
/** Of many changes in a row each reading takes in those of a moment. */
const paceMs = 100
/** So long a database that hangs, or just failed, may hold up what can be shown from memory. */
const patienceMs = 1000
/** Where the database is away, an older state is better than none. */
const keptMs = 3_600_000
/** Older than this nobody can say that a page is so still: it is read anew each half minute. */
const oldMs = 90_000
/** A page of a hundred components is about a megabyte. */
const pagesAtMost = 200
const all = "*"

type LivePages<View extends PageView> = ReturnType<typeof createLivePages<View>>

const ofBus = new WeakMap<Bus, LivePages<PageView>>()

/** Public pages: the same for all of a process that shows them, so that each is read once after a change. */
export function publicPagesOf(services: Needs): LivePages<PageView> {
  const known = ofBus.get(services.bus) ?? createLivePages(services, readPublicPage)
  ofBus.set(services.bus, known)
  return known
}

/**
 * Pages as last read: anew after a change of their project, at a time when something begins or ends, and once for
 * all who ask at that moment. They last as long as their bus.
 */
export function createLivePages<View extends PageView>(services: Needs, readPage: Read<View>) {
  const { bus, clock, log } = services
  const known = new Map<string, Entry<View>>()
  const reading = new Map<string, Promise<Shown<View> | null>>()
  const watched = new Map<string, { listeners: Set<() => void>; timer: NodeJS.Timeout | null }>()
  /** For each reading, the projects that changed meanwhile: it may have missed that. */
  const missed = new Set<Set<string>>()

  function changed(projectId: string): void {
    for (const projects of missed) projects.add(projectId)
    for (const [slug, entry] of known) {
      if (projectId !== all && entry.page.projectId !== projectId) continue
      entry.isCurrent = false
      if (watched.has(slug)) readForWatchers(slug)
    }
  }

  const ofProject = ({ projectId }: { projectId: string }) => changed(projectId)
  bus.subscribe("status_page.changed", ofProject)
  bus.subscribe("monitor.changed", ofProject)
  bus.subscribe("monitor.status_changed", ofProject)
  bus.subscribe("incident.changed", ofProject)
  bus.subscribe("maintenance.changed", ofProject)
  // Also told when a project goes, and its pages with it.
  bus.subscribe("access.changed", ({ projectId }) => {
    if (projectId !== null) changed(projectId)
  })
  bus.onGap(() => changed(all))

  async function readNow(slug: string): Promise<Shown<View> | null> {
    const projects = new Set<string>()
    missed.add(projects)
    const readAtMs = clock.monotonicMs()
    try {
      const view = await readPage(services, slug, clock.now())
      known.delete(slug)
      if (view === null) return null
      const page = { ...view, version: versionOf(view) }
      const isCurrent = !projects.has(page.projectId) && !projects.has(all)
      known.set(slug, { page, readAtMs, dueAtMs: readAtMs + untilNextMs(page), isCurrent })
      dropOldest()
      return page
    } catch (error) {
      const last = known.get(slug)
      if (last !== undefined) {
        last.dueAtMs = clock.monotonicMs() + patienceMs
        last.isCurrent = true
      }
      throw error
    } finally {
      missed.delete(projects)
    }
  }

  function dropOldest(): void {
    if (known.size <= pagesAtMost) return
    const oldest = known.keys().find((slug) => !watched.has(slug))
    if (oldest !== undefined) known.delete(oldest)
  }

  async function readInTime(slug: string): Promise<Shown<View> | null> {
    const last = known.get(slug)
    if (last === undefined) return readNow(slug)
    const early = last.readAtMs + paceMs - clock.monotonicMs()
    if (early > 0) await pause(early)
    return readNow(slug)
  }

  /** One reading for all who want one; what was read last is the answer where the database fails or hangs. */
  function readAnew(slug: string): Promise<Shown<View> | null> {
    const shared = reading.get(slug)
    if (shared !== undefined) return shared
    const work = readInTime(slug)
    const last = known.get(slug)
    const isKept = last !== undefined && clock.monotonicMs() - last.readAtMs < keptMs
    const anew = isKept ? orLast(work, slug, last) : work
    reading.set(slug, anew)
    const settle = () => {
      reading.delete(slug)
      tell(slug)
    }
    work.then(settle, settle)
    return anew
  }

  async function orLast(
    work: Promise<Shown<View> | null>,
    slug: string,
    last: Entry<View>,
  ): Promise<Shown<View> | null> {
    const late = Promise.withResolvers<Shown<View>>()
    const timer = setTimeout(() => late.resolve(last.page), patienceMs)
    try {
      return await Promise.race([work, late.promise])
    } catch (err) {
      log.warn({ err, slug }, "a status page could not be read; its last state is shown")
      return last.page
    } finally {
      clearTimeout(timer)
    }
  }

  function tell(slug: string): void {
    const watching = watched.get(slug)
    if (watching === undefined) return
    const entry = known.get(slug)
    if (watching.timer !== null) clearTimeout(watching.timer)
    const waitMs = (entry?.isCurrent ? entry.dueAtMs : 0) - clock.monotonicMs()
    watching.timer =
      entry === undefined ? null : setTimeout(() => readForWatchers(slug), Math.max(0, waitMs))
    watching.timer?.unref()
    for (const listener of watching.listeners) listener()
  }

  function readForWatchers(slug: string): void {
    readAnew(slug).catch((err: unknown) => log.warn({ err, slug }, "a status page was not read"))
  }

  /** A page that does not have to be read anew; else null. */
  function peek(slug: string): Shown<View> | null {
    const entry = known.get(slug)
    return entry?.isCurrent && clock.monotonicMs() < entry.dueAtMs ? entry.page : null
  }

  return {
    /** Null for what is no such page, and for one that never was. */
    read(slug: string): Promise<Shown<View> | null> {
      const page = peek(slug)
      return page === null ? readAnew(slug) : Promise.resolve(page)
    },
    peek,
    /** Whether what is known of a page is shown only because it cannot be read any more. */
    isOld(slug: string): boolean {
      const entry = known.get(slug)
      return entry !== undefined && clock.monotonicMs() - entry.readAtMs > oldMs
    },
    /** Has a page read whenever it may have changed, and calls after each time until the answer is called. */
    watch(slug: string, listener: () => void): () => void {
      const watching = watched.get(slug) ?? { listeners: new Set(), timer: null }
      watched.set(slug, watching)
      watching.listeners.add(listener)
      if (watching.timer === null && known.has(slug)) tell(slug)
      return () => {
        watching.listeners.delete(listener)
        if (watching.listeners.size > 0) return
        if (watching.timer !== null) clearTimeout(watching.timer)
        if (watched.get(slug) === watching) watched.delete(slug)
      }
    },
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A timer may ring a little before its time by the other clock. */
const earlyMs = 5

/** Until a day, a window or an announcement begins or ends, and half a minute at most. */
function untilNextMs({ at, maintenances, ...view }: PageView): number {
  const windows = [
    ...maintenances.ongoing,
    ...maintenances.ahead,
    ...view.announcements,
    ...view.announcementsAhead,
  ]
  const times = windows.flatMap(({ startsAt, endsAt }) => [
    startsAt.getTime(),
    endsAt?.getTime() ?? 0,
  ])
  const midnight = (Math.floor(at.getTime() / dayMs) + 1) * dayMs
  const ahead = [midnight, ...times].map((time) => time - at.getTime()).filter((ms) => ms > 0)
  return Math.min(freshMs, ...ahead.map((ms) => ms + earlyMs))
}
