import { expect, test } from "vitest"
import { asWritten } from "../../src/findings/finding.ts"
import type { CheckResult } from "../../src/graphql/monitoring/check/rules/check-result.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { exportMonitors } from "../../src/graphql/monitoring/config/export-config.ts"
import { importMonitors } from "../../src/graphql/monitoring/config/import-config.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import type { MonitorInput } from "../../src/graphql/monitoring/monitor/write/monitor-draft.ts"
import { muteMonitor } from "../../src/graphql/monitoring/monitor/silence/mute-monitor.ts"
import { replayMonitor } from "../../src/graphql/monitoring/monitor/history/replay-monitor.ts"
import { unmuteMonitor } from "../../src/graphql/monitoring/monitor/silence/unmute-monitor.ts"
import { attachMonitor } from "../../src/graphql/status-pages/status-page/attach-resource.ts"
import { readPublicPage } from "../../src/graphql/status-pages/status-page/view-page.ts"
import { ask } from "../support/ask.ts"
import { checkOf } from "../support/checks.ts"
import { maintain } from "../support/history.ts"
import { makePublicPage } from "../support/status-page.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const system = { kind: "system", name: "test" } as const

type Condition = NonNullable<MonitorInput["telemetry"]>
const bound = { comparison: "above", threshold: 10, minutes: 1 } as const
const conditions: ["log" | "trace" | "metric", Condition, string][] = [
  [
    "log",
    { ...bound, query: "service:cart level>=error", measure: "records" },
    "Got 12 log records in 1 min, expected at most 10.",
  ],
  [
    "trace",
    { ...bound, query: "service:cart", measure: "error_percent" },
    "Got 12% errors in 1 min, expected at most 10.",
  ],
  [
    "metric",
    { ...bound, measure: "max", metric: "queue.length", instrument: "gauge" },
    "Got 12 (max) of queue.length in 1 min, expected at most 10.",
  ],
]

test.each(conditions)(
  "a %s monitor is muted, maintained, replayed, explained, shown and exported like every kind",
  async (kind, telemetry, reason) => {
    const { projectId, page } = await makePublicPage(world)
    const monitor = await createMonitor(world.system, {
      projectId,
      kind,
      name: "Cart",
      telemetry,
      failureThreshold: 1,
    })
    await attachMonitor(world.system, {
      statusPageId: page.id,
      monitorId: monitor.id,
      displayName: "Checkout",
    })
    const startMs = Date.now() - 30 * 60_000
    const at = (minute: number) => new Date(startMs + minute * 60_000)
    const failing: Partial<CheckResult> = {
      status: "offline",
      failureClass: "telemetry",
      findings: [asWritten(reason)],
      address: null,
    }
    const see = (minute: number, members: Partial<CheckResult> = { address: null }) =>
      recordChecks(world.services, [checkOf(monitor, at(minute), members)])
    const { prisma } = world.services.database
    const incidents = () =>
      prisma.incident.findMany({
        where: { projectId },
        select: { id: true, resolvedAt: true, alerts: { select: { id: true } } },
      })
    const shown = async () => {
      const view = await readPublicPage(world.services, page.slug, new Date())
      return view?.sections[0]?.components[0]
    }

    await see(0)
    expect(await shown()).toMatchObject({ name: "Checkout", status: "operational" })
    // An evaluation without data neither fails nor recovers.
    await see(1, {
      status: "unknown",
      failureClass: "no_data",
      findings: [asWritten("Skipped: no data.")],
    })
    expect(await incidents()).toEqual([])

    await muteMonitor(world.system, monitor.id, { durationMinutes: 60 })
    await see(2, failing)
    expect(await incidents()).toEqual([])
    expect(await shown()).toMatchObject({ status: "offline" })

    await unmuteMonitor(world.system, monitor.id)
    await see(3, failing)
    expect(await incidents()).toEqual([
      { id: expect.any(String), resolvedAt: null, alerts: [{ id: expect.any(String) }] },
    ])
    const [incident] = await incidents()
    const { data } = await ask(
      world,
      system,
      "query ($id: ID!) { incident(id: $id) { explain { summary } } }",
      { id: incident?.id },
    )
    expect(JSON.stringify(data)).toContain(reason)
    await see(4)
    expect((await incidents()).map(({ resolvedAt }) => resolvedAt)).toEqual([at(4)])

    await maintain(world, monitor, at(20), new Date(Date.now() + 3_600_000))
    await see(21, failing)
    expect(await incidents()).toHaveLength(1)
    expect(await shown()).toMatchObject({ status: "offline", isUnderMaintenance: true })

    const replay = (failureThreshold: number) =>
      replayMonitor(world.system, monitor.id, {
        from: at(-1),
        to: at(22),
        policy: { failureThreshold, recoveryThreshold: 1, includeSilences: false },
      })
    expect(await replay(1)).toMatchObject({ checks: 6, isComplete: true, asked: { count: 2 } })
    expect(await replay(2)).toMatchObject({ asked: { count: 1 }, own: { count: 2 } })
    expect(await replay(3)).toMatchObject({ asked: { count: 0 } })

    const other = await makeProject(world)
    const document = await exportMonitors(world.system, projectId)
    await importMonitors(world.system, { projectId: other.id, document, dryRun: false })
    const [copy] = await prisma.monitor.findMany({ where: { projectId: other.id } })
    expect(copy).toMatchObject({ kind, name: "Cart", settings: monitor.settings })
  },
)
