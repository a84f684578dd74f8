import type { LinkProps } from "@tanstack/react-router"

type SettingsTab = {
  label: string
  to: NonNullable<LinkProps["to"]>
  /** Permissions that the page needs. */
  needs: readonly string[]
  /** Whether access that is limited to labels does not include it. */
  isWhole?: boolean
}

/** The pages of a project's settings. */
export const settingsTabs: readonly SettingsTab[] = [
  { label: "General", to: "/projects/$projectId/settings", needs: [] },
  { label: "Members", to: "/projects/$projectId/settings/members", needs: ["members:read"] },
  {
    label: "Team channels",
    to: "/projects/$projectId/settings/channels",
    needs: ["on_call:read"],
  },
  {
    label: "Alert sources",
    to: "/projects/$projectId/settings/sources",
    needs: ["alerts:read"],
    isWhole: true,
  },
  { label: "Webhooks", to: "/projects/$projectId/settings/webhooks", needs: ["webhooks:read"] },
  { label: "Deliveries", to: "/projects/$projectId/settings/deliveries", needs: ["alerts:read"] },
  { label: "API keys", to: "/projects/$projectId/settings/keys", needs: ["keys:read"] },
  { label: "Labels", to: "/projects/$projectId/settings/labels", needs: ["monitors:read"] },
  {
    label: "States and severities",
    to: "/projects/$projectId/settings/states",
    needs: [],
  },
  {
    label: "Incident templates",
    to: "/projects/$projectId/settings/templates",
    needs: ["incidents:read"],
  },
  {
    label: "Monthly reports",
    to: "/projects/$projectId/settings/reports",
    needs: ["project:write"],
  },
  { label: "Usage", to: "/projects/$projectId/settings/usage", needs: ["usage:read"] },
  { label: "Audit log", to: "/projects/$projectId/settings/audit", needs: ["audit:read"] },
]
