import type { LinkProps } from "@tanstack/react-router"
import { settingsTabs } from "../settings/settings-tabs.ts"
import type { IconName } from "../ui/icon.tsx"

/** Where a command of the palette leads. */
export type Destination = {
  label: string
  /** The section it belongs to. */
  hint?: string
  icon: IconName
  to: NonNullable<LinkProps["to"]>
  /** Permissions that the page needs. */
  needs: readonly string[]
  /** True if access limited to labels does not include it. */
  isWhole?: boolean
}

const onCall = { hint: "On call", icon: "onCall", needs: ["on_call:read"] } as const
const services = { hint: "Services", icon: "services", needs: ["telemetry:read"] } as const
const you = { hint: "You", icon: "account", needs: [] } as const

/** Pages below the sections; the palette shows them once something is typed. */
export const innerPages: readonly Destination[] = [
  { ...onCall, label: "Policies", to: "/projects/$projectId/on-call/policies" },
  { ...onCall, label: "Rotations", to: "/projects/$projectId/on-call/rotations" },
  { ...onCall, label: "Teams", to: "/projects/$projectId/on-call/teams" },
  { ...onCall, label: "Simulate an alert", to: "/projects/$projectId/on-call/simulate" },
  { ...services, label: "Service map", to: "/projects/$projectId/services/map" },
  { ...services, label: "Logs", to: "/projects/$projectId/services/logs" },
  { ...services, label: "Traces", to: "/projects/$projectId/services/traces" },
  { ...services, label: "Metrics", to: "/projects/$projectId/services/metrics" },
  ...settingsTabs.map((tab) => ({ ...tab, hint: "Settings", icon: "settings" as const })),
  { ...you, label: "Profile", to: "/account" },
  { ...you, label: "Contact methods", to: "/account/contact" },
  { ...you, label: "Security", to: "/account/security" },
  { ...you, label: "Appearance", to: "/account/appearance" },
]

/** What a person makes, by the words on its button. */
export const makers: readonly Destination[] = [
  {
    label: "Add monitor",
    icon: "plus",
    to: "/projects/$projectId/monitors/new",
    needs: ["monitors:write"],
  },
  {
    label: "Import monitors",
    icon: "plus",
    to: "/projects/$projectId/monitors/import",
    needs: ["monitors:write"],
    isWhole: true,
  },
  {
    label: "Declare incident",
    icon: "incidents",
    to: "/projects/$projectId/incidents/new",
    needs: ["incidents:write"],
  },
  {
    label: "Page someone…",
    hint: "Declares an incident",
    icon: "alerts",
    to: "/projects/$projectId/incidents/new",
    needs: ["incidents:write"],
  },
  {
    label: "Schedule maintenance",
    icon: "maintenance",
    to: "/projects/$projectId/maintenances/new",
    needs: ["maintenances:write"],
  },
  {
    label: "New status page",
    icon: "status",
    to: "/projects/$projectId/status-pages/new",
    needs: ["status_pages:write"],
  },
  {
    label: "New SLO",
    icon: "slos",
    to: "/projects/$projectId/slos/new",
    needs: ["monitors:write"],
    isWhole: true,
  },
  {
    label: "Create policy",
    icon: "onCall",
    to: "/projects/$projectId/on-call/policies/new",
    needs: ["on_call:write"],
  },
  {
    label: "Create rotation",
    icon: "calendar",
    to: "/projects/$projectId/on-call/rotations/new",
    needs: ["on_call:write"],
  },
]
