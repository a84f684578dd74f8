import type { Bus } from "../../../platform/bus/bus.ts"
import type { Services } from "../../../platform/services.ts"
import { dayMs } from "../../monitoring/check/check-uptime.ts"
import { versionOf } from "./page-version.ts"
import { readPublicPage, type PageView } from "./view-page.ts"

export type Shown<View> = View & { version: string }
export type ShownPage = Shown<PageView>

type Entry<View> = { page: Shown<View>; readAtMs: number; dueAtMs: number; isCurrent: boolean }
type Needs = Pick<Services, "bus" | "clock" | "database" | "log">
type Read<View> = (services: Needs, slug: string, now: Date) => Promise<View | null>

/** Without a nudge uptimes still grow, and a nudge may be lost. */
const freshMs = 30_000
/** Minimum time between reads of a page, so that a series of changes causes few reads. */
const limitMs = 100
/** How long a database that hangs or has just failed may delay a cached page. */
const patienceMs = 1000
/** While the database is unreachable, an older state is better than none. */
const keptMs = 3_600_000
/** Above this age a page is outdated: pages are reread at least every 30 seconds. */
const oldMs = 90_000
/** A page of a hundred components is about a megabyte. */
const pagesAtMost = 200
const all = "*"

type LivePages<View extends PageView> = ReturnType<typeof createLivePages<View>>

const ofBus = new WeakMap<Bus, LivePages<PageView>>()

/** Public pages, shared by everything in this process that shows them, so that each is read once per change. */
export function publicPagesOf(services: Needs): LivePages<PageView> {
  const known = ofBus.get(services.bus) ?? createLivePages(services, readPublicPage)
  ofBus.set(services.bus, known)
  return known
}

/**
 * Caches pages: reread after a change of their project and when something begins or ends, once for all concurrent
 * readers. Live as long as their bus.
 */
export function createLivePages<View extends PageView>(services: Needs, readPage: Read<View>) {
  const { bus, clock, log } = services
  const known = new Map<string, Entry<View>>()
  const reading = new Map<string, Promise<Shown<View> | null>>()
  const watched = new Map<string, { listeners: Set<() => void>; timer: NodeJS.Timeout | null }>()
  /** For each read in progress, the projects that changed meanwhile, which it may have missed. */
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
  // Also published when a project and its pages are deleted.
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
    const early = last.readAtMs + limitMs - clock.monotonicMs()
    if (early > 0) await pause(early)
    return readNow(slug)
  }

  /** Reads a page once for all callers; returns the cached one if the database fails or hangs. */
  function reload(slug: string): Promise<Shown<View> | null> {
    const shared = reading.get(slug)
    if (shared !== undefined) return shared
    const work = readInTime(slug)
    const last = known.get(slug)
    const isKept = last !== undefined && clock.monotonicMs() - last.readAtMs < keptMs
    const fresh = isKept ? orLast(work, slug, last) : work
    reading.set(slug, fresh)
    const settle = () => {
      reading.delete(slug)
      tell(slug)
    }
    work.then(settle, settle)
    return fresh
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
    reload(slug).catch((err: unknown) => log.warn({ err, slug }, "a status page was not read"))
  }

  /** A page that need not be reread; otherwise null. */
  function peek(slug: string): Shown<View> | null {
    const entry = known.get(slug)
    return entry?.isCurrent && clock.monotonicMs() < entry.dueAtMs ? entry.page : null
  }

  return {
    /** Null for unknown pages and those that this cache does not show. */
    read(slug: string): Promise<Shown<View> | null> {
      const page = peek(slug)
      return page === null ? reload(slug) : Promise.resolve(page)
    },
    peek,
    /** Whether a page is outdated because it can no longer be read. */
    isOld(slug: string): boolean {
      const entry = known.get(slug)
      return entry !== undefined && clock.monotonicMs() - entry.readAtMs > oldMs
    },
    /**
     * Rereads a page whenever it may have changed and calls the listener each time, until the returned function is
     * called.
     */
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

/** Time until a day, window or announcement begins or ends; at most 30 seconds. */
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
