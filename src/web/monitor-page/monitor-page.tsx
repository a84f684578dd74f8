import { Outlet, useParams } from "@tanstack/react-router"
import { useMemo, type ReactNode } from "react"
import { CheckRecorded, ChecksOfMonitor, type CheckRow } from "../check/check-documents.ts"
import { useFollow } from "../live/follow.ts"
import { useRead } from "../live/live-read.ts"
import { useMaintenanceChanges } from "../maintenance/follow-maintenances.ts"
import { NoItem } from "../project/no-item.tsx"
import { useProject } from "../project/project-context.ts"
import { useTitle } from "../ui/page-title.ts"
import { TabLinks } from "../ui/tabs.tsx"
import { useStatuses, withStatus } from "../monitor/follow-status.ts"
import { MonitorContext } from "./monitor-context.ts"
import { isProbed } from "../monitor/monitor-kind.ts"
import { OneMonitor } from "../monitor/monitor-documents.ts"
import { Head } from "./monitor-head.tsx"

export { AskDependents } from "./ask-dependents.tsx"
export { RunMonitorAct } from "./run-monitor-act.tsx"

const mostLive = 60

export function MonitorPage(): ReactNode {
  const { monitorId } = useParams({
    from: "/signed-in/frame/projects/$projectId/monitors/$monitorId",
  })
  return <OnePage key={monitorId} id={monitorId} />
}

function OnePage({ id }: { id: string }) {
  const { id: projectId, may, pages } = useProject()
  const found = useRead(OneMonitor, { id })
  const { again } = found
  const statuses = useStatuses(projectId, [id], again)
  useMaintenanceChanges(projectId, again)
  const checks = useChecks(id)
  const read = found.data?.monitor
  const monitor = useMemo(() => read && withStatus(read, statuses), [read, statuses])
  useTitle(monitor?.name ?? "Monitor")

  if (!monitor) {
    const back = { label: "Monitors", ...pages.monitors }
    return <NoItem noun="Monitor" read={found} back={back} />
  }
  const params = { projectId, monitorId: id }
  return (
    <MonitorContext value={{ monitor, checks, again }}>
      <Head monitor={monitor} checks={checks} onChange={again} />
      <TabLinks
        label="Monitor"
        items={[
          {
            label: "Overview",
            to: "/projects/$projectId/monitors/$monitorId",
            params,
            isExact: true,
          },
          { label: "Checks", to: "/projects/$projectId/monitors/$monitorId/checks", params },
          ...(isProbed(monitor.kind)
            ? []
            : [
                {
                  label: "Pings",
                  to: "/projects/$projectId/monitors/$monitorId/pings",
                  params,
                } as const,
              ]),
          { label: "Outages", to: "/projects/$projectId/monitors/$monitorId/outages", params },
          { label: "Tuning", to: "/projects/$projectId/monitors/$monitorId/tuning", params },
          ...(may("monitors:write") || may("audit:read")
            ? [
                {
                  label: "Settings",
                  to: "/projects/$projectId/monitors/$monitorId/settings",
                  params,
                } as const,
              ]
            : []),
        ]}
      />
      <Outlet />
    </MonitorContext>
  )
}

/** Read once, then extended by the stream; newest first. */
function useChecks(id: string): CheckRow[] | undefined {
  const { data } = useRead(ChecksOfMonitor, { id })
  const live = useFollow(CheckRecorded, { monitorId: id }, (found) => found.checkRecorded.check)
  return useMemo(() => {
    const read = data?.monitor?.checks.edges.map(({ node }) => node)
    if (read === undefined) return undefined
    const all = new Map([...read.map((check) => [check.id, check] as const), ...live])
    return [...all.values()]
      .toSorted((a, b) => b.startedAt.localeCompare(a.startedAt))
      .slice(0, mostLive)
  }, [data, live])
}
