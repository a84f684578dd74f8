import { Outlet, type LinkProps } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useProject } from "../project/project-context.ts"
import { SectionTabs } from "../ui/page-head.tsx"
import { TabLinks } from "../ui/tabs.tsx"
import "./services.css"

const tabs: { label: string; to: NonNullable<LinkProps["to"]>; isExact?: boolean }[] = [
  { label: "Services", to: "/projects/$projectId/services", isExact: true },
  { label: "Map", to: "/projects/$projectId/services/map" },
  { label: "Logs", to: "/projects/$projectId/services/logs" },
  { label: "Traces", to: "/projects/$projectId/services/traces" },
  { label: "Metrics", to: "/projects/$projectId/services/metrics" },
  { label: "Ingestion", to: "/projects/$projectId/services/ingestion" },
  { label: "Rules", to: "/projects/$projectId/services/rules" },
]

const search = ({ range, from, until }: Record<string, unknown>) => ({ range, from, until })

/** The pages on telemetry. The time range stays from one to the next. */
export function ServicesLayout(): ReactNode {
  const { id: projectId } = useProject()
  return (
    <SectionTabs
      value={
        <TabLinks
          label="Telemetry"
          items={tabs.map((tab) => ({ ...tab, params: { projectId }, search: search as never }))}
        />
      }
    >
      <Outlet />
    </SectionTabs>
  )
}
