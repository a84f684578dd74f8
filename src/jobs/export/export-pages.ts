import { createCopies } from "../../pages/serve/static-copy.ts"
import type { Services } from "../../platform/services.ts"
import { startLoop, type Loop } from "../../platform/loop.ts"
import { burstMs, claimExports, enlist, markDue } from "./claim-copy.ts"
import type { Store } from "./copy-store.ts"
import { writeExport } from "./write-copy.ts"

const pollMs = 1000
/** Changes are collected for this long before they are recorded. */
const gatherMs = 250
/** Minimum time between full passes while the bus is down, which reports a gap every second. */
const gapMs = 10_000

/** Exports every public page to a store: soon after a change, and each minute as a sign of life. */
export function startExport(services: Services, store: Store): Loop {
  const { bus, log } = services
  const { pool } = services.database
  const needs = { services, store, copy: createCopies(services) }
  let changed = new Set<string>()
  let timer: NodeJS.Timeout | null = null

  const loop = startLoop(log, "export", pollMs, async (isStopping) => {
    await enlist(pool)
    while (!isStopping()) {
      const held = await claimExports(pool)
      if (held.length === 0) return
      await Promise.all(held.map((one) => writeExport(needs, one)))
    }
  })

  function flush(): void {
    const projectIds = [...changed]
    changed = new Set()
    timer = null
    // No retry: every page is rewritten within a minute anyway.
    markDue(pool, projectIds, burstMs).then(loop.nudge, (err: unknown) =>
      log.warn({ err }, "could not schedule the export of a changed status page"),
    )
  }

  function ofProject({ projectId }: { projectId: string | null }): void {
    if (projectId === null) return
    changed.add(projectId)
    timer ??= setTimeout(flush, gatherMs)
  }

  const deaf = [
    bus.subscribe("status_page.changed", ofProject),
    bus.subscribe("monitor.changed", ofProject),
    bus.subscribe("monitor.status_changed", ofProject),
    bus.subscribe("incident.changed", ofProject),
    bus.subscribe("maintenance.changed", ofProject),
    // Also published when a project and its pages are deleted.
    bus.subscribe("access.changed", ofProject),
    bus.onGap(() => {
      markDue(pool, null, gapMs).then(loop.nudge, (err: unknown) =>
        log.warn({ err }, "could not schedule exports after a gap on the bus"),
      )
    }),
  ]
  return {
    nudge: loop.nudge,
    async stop() {
      for (const unsubscribe of deaf) unsubscribe()
      if (timer !== null) clearTimeout(timer)
      await loop.stop()
    },
  }
}
