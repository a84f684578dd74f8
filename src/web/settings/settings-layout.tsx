import { Outlet, useLocation } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { maySee } from "../layout/sections.ts"
import { NoAccess } from "../project/no-access.tsx"
import { useProject } from "../project/project-context.ts"
import { SectionTabs } from "../ui/page-head.tsx"
import { TabLinks } from "../ui/tabs.tsx"
import { settingsTabs } from "./settings-tabs.ts"
import "./settings.css"

/** "/projects/1/settings/keys" → "keys". */
const nameIn = (path: string) => path.split("/")[4] ?? ""

/** The pages of a project's settings, with links to those that the viewer may see. */
export function SettingsLayout(): ReactNode {
  const project = useProject()
  const name = useLocation({ select: ({ pathname }) => nameIn(pathname) })
  const shown = settingsTabs.filter((tab) => maySee(project, tab))
  const hidden = settingsTabs.find((tab) => nameIn(tab.to) === name && !shown.includes(tab))
  return (
    <SectionTabs
      value={
        <TabLinks
          label="Settings"
          items={shown.map(({ label, to }) => ({
            label,
            to,
            params: { projectId: project.id },
            isExact: nameIn(to) === "",
          }))}
        />
      }
    >
      <div className="settings">{hidden === undefined ? <Outlet /> : <NoAccess {...hidden} />}</div>
    </SectionTabs>
  )
}
