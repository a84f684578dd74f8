import { createCopies } from "../../pages/status-page/copy.ts"
import type { Services } from "../../services.ts"
import type { Loop } from "../loop.ts"
import { startLoop } from "../loop.ts"
import { burstMs, claimExports, enlist, markDue } from "./claim.ts"
import type { Store } from "./store.ts"
import { writeExport } from "./write.ts"

const pollMs = 1000
/** Changes are gathered for so long before they are written down. */
const gatherMs = 250
/** A bus that is away says so each second; all copies are looked at less often than that. */
const gapMs = 10_000

/** Keeps a copy of every public page in a store: soon after a change, and each minute as a sign of life. */
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
    // A failure needs no more than this: each page is written again within a minute.
    markDue(pool, projectIds, burstMs).then(loop.nudge, (err: unknown) =>
      log.warn({ err }, "a change of a status page was not written down for its export"),
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
    // Also told when a project goes, and its pages with it.
    bus.subscribe("access.changed", ofProject),
    bus.onGap(() => {
      markDue(pool, null, gapMs).then(loop.nudge, (err: unknown) =>
        log.warn({ err }, "the exports were not made due after a gap on the bus"),
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
