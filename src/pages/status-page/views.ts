import type { PageView } from "../../graphql/status-page/view.ts"
import type { Services } from "../../services.ts"

type Entry<View> = { view: View; readAtMs: number; isCurrent: boolean }

/** Without a nudge, uptimes still grow and windows begin. */
const freshMs = 15_000
/** Where the database is away, an older view is better than none. */
const keptMs = 3_600_000
/** A page of a hundred components is about a megabyte. */
const pagesAtMost = 200
const all = "*"

type Read<View> = (services: Services, slug: string, now: Date) => Promise<View | null>

/** Pages as last read: anew after a change of their project, and once for all who ask at that moment. */
export function createViews<View extends PageView>(services: Services, readPage: Read<View>) {
  const { bus, clock, log } = services
  const known = new Map<string, Entry<View>>()
  const reading = new Map<string, Promise<View | null>>()
  /** For each reading, the projects that changed meanwhile: it may have missed that. */
  const missed = new Set<Set<string>>()

  function ofProject({ projectId }: { projectId: string }): void {
    for (const entry of known.values()) {
      if (entry.view.projectId === projectId) entry.isCurrent = false
    }
    for (const projects of missed) projects.add(projectId)
  }

  function ofAll(): void {
    for (const entry of known.values()) entry.isCurrent = false
    for (const projects of missed) projects.add(all)
  }

  const stops = [
    bus.subscribe("status_page.changed", ofProject),
    bus.subscribe("monitor.status_changed", ofProject),
    bus.subscribe("incident.changed", ofProject),
    bus.subscribe("maintenance.changed", ofProject),
    // Also told when a project goes, and its pages with it.
    bus.subscribe("access.changed", ({ projectId }) => {
      if (projectId !== null) ofProject({ projectId })
    }),
    bus.onGap(ofAll),
  ]

  async function readAnew(slug: string): Promise<View | null> {
    const changed = new Set<string>()
    missed.add(changed)
    const readAtMs = clock.monotonicMs()
    try {
      const view = await readPage(services, slug, clock.now())
      known.delete(slug)
      if (view === null) return null
      const isCurrent = !changed.has(view.projectId) && !changed.has(all)
      known.set(slug, { view, readAtMs, isCurrent })
      const oldest = known.size > pagesAtMost ? known.keys().next().value : undefined
      if (oldest !== undefined) known.delete(oldest)
      return view
    } catch (err) {
      const last = known.get(slug)
      if (last === undefined || readAtMs - last.readAtMs > keptMs) throw err
      log.warn({ err, slug }, "a status page could not be read; its last state is shown")
      return last.view
    } finally {
      missed.delete(changed)
    }
  }

  return {
    /** Null for what is no such page, and for one that never was. */
    async read(slug: string): Promise<View | null> {
      const entry = known.get(slug)
      const isFresh = entry?.isCurrent && clock.monotonicMs() - entry.readAtMs < freshMs
      if (entry !== undefined && isFresh) return entry.view
      const shared = reading.get(slug)
      if (shared !== undefined) return shared
      const anew = readAnew(slug)
      reading.set(slug, anew)
      try {
        return await anew
      } finally {
        if (reading.get(slug) === anew) reading.delete(slug)
      }
    },
    stop(): void {
      for (const stop of stops) stop()
    },
  }
}
