import { Outlet } from "@tanstack/react-router"
import type { LinkProps } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useProject } from "../project/project-context.ts"
import { TabLinks } from "../ui/tabs.tsx"
import "./settings.css"

type Tab = LinkProps & { label: string; isExact: boolean }

/** The pages of a project's settings, with the list of those that the viewer may see. */
export function SettingsLayout(): ReactNode {
  const { id, may } = useProject()
  const tab = (
    label: string,
    to: NonNullable<LinkProps["to"]>,
    isShown = true,
    isExact = false,
  ): Tab[] => (isShown ? [{ label, to, params: { projectId: id }, isExact }] : [])
  const tabs = [
    tab("General", "/projects/$projectId/settings", true, true),
    tab("Members", "/projects/$projectId/settings/members", may("members:read")),
    tab("Team channels", "/projects/$projectId/settings/channels", may("on_call:read")),
    tab("Webhooks", "/projects/$projectId/settings/webhooks", may("webhooks:read")),
    tab("API keys", "/projects/$projectId/settings/keys", may("keys:read")),
    tab("Labels", "/projects/$projectId/settings/labels"),
    tab("States and severities", "/projects/$projectId/settings/states"),
    tab("Incident templates", "/projects/$projectId/settings/templates", may("incidents:read")),
    tab("Monthly reports", "/projects/$projectId/settings/reports", may("project:write")),
    tab("Usage", "/projects/$projectId/settings/usage", may("usage:read")),
    tab("Audit log", "/projects/$projectId/settings/audit", may("audit:read")),
  ].flat()
  return (
    <div className="settings">
      <TabLinks label="Settings" items={tabs} />
      <div className="settings-page">
        <Outlet />
      </div>
    </div>
  )
}
