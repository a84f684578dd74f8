import type { LinkProps } from "@tanstack/react-router"
import type { Counts } from "../project/follow-counts.ts"
import type { IconName } from "../ui/icon.tsx"

type Section = {
  label: string
  icon: IconName
  to: NonNullable<LinkProps["to"]>
  /** Key of the shortcut, pressed after "g". */
  key: string
  /** True for the five sections in the bottom bar on a phone. */
  onPhone?: boolean
  /** True if pages below it belong to other sections. */
  isExact?: boolean
  count?: (counts: Counts) => number
}

/** The pages of a project in the order of the rail; palette and shortcuts use the same list. */
export const sections: readonly Section[] = [
  {
    label: "Overview",
    icon: "overview",
    to: "/projects/$projectId",
    key: "o",
    onPhone: true,
    isExact: true,
  },
  {
    label: "Incidents",
    icon: "incidents",
    to: "/projects/$projectId/incidents",
    key: "i",
    onPhone: true,
    count: ({ openIncidents }) => openIncidents,
  },
  {
    label: "Alerts",
    icon: "alerts",
    to: "/projects/$projectId/alerts",
    key: "a",
    onPhone: true,
    count: ({ openAlerts }) => openAlerts,
  },
  {
    label: "Monitors",
    icon: "monitors",
    to: "/projects/$projectId/monitors",
    key: "m",
    onPhone: true,
  },
  {
    label: "SLOs",
    icon: "slos",
    to: "/projects/$projectId/slos",
    key: "l",
  },
  {
    label: "Services",
    icon: "services",
    to: "/projects/$projectId/services",
    key: "v",
  },
  {
    label: "On call",
    icon: "onCall",
    to: "/projects/$projectId/on-call",
    key: "c",
    onPhone: true,
  },
  {
    label: "Status pages",
    icon: "status",
    to: "/projects/$projectId/status-pages",
    key: "p",
  },
  {
    label: "Maintenance",
    icon: "maintenance",
    to: "/projects/$projectId/maintenances",
    key: "t",
  },
  {
    label: "Reports",
    icon: "reports",
    to: "/projects/$projectId/reports",
    key: "r",
  },
  {
    label: "Settings",
    icon: "settings",
    to: "/projects/$projectId/settings",
    key: "s",
  },
]
