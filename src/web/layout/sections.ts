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
  /** Permissions that the page needs. */
  needs: readonly string[]
  /** True if the page is about the whole project, which access limited to labels does not include. */
  isWhole?: boolean
}

/** The pages of a project in the order of the rail; palette and shortcuts use the same list. */
const sections: readonly Section[] = [
  {
    label: "Overview",
    icon: "overview",
    to: "/projects/$projectId",
    key: "o",
    needs: [],
    onPhone: true,
    isExact: true,
  },
  {
    label: "Incidents",
    icon: "incidents",
    to: "/projects/$projectId/incidents",
    key: "i",
    needs: ["incidents:read"],
    onPhone: true,
    count: ({ openIncidents = 0 }) => openIncidents,
  },
  {
    label: "Alerts",
    icon: "alerts",
    to: "/projects/$projectId/alerts",
    key: "a",
    needs: ["alerts:read"],
    onPhone: true,
    count: ({ openAlerts = 0 }) => openAlerts,
  },
  {
    label: "Monitors",
    icon: "monitors",
    to: "/projects/$projectId/monitors",
    key: "m",
    needs: ["monitors:read"],
    onPhone: true,
  },
  {
    label: "SLOs",
    icon: "slos",
    to: "/projects/$projectId/slos",
    key: "l",
    needs: ["monitors:read"],
    isWhole: true,
  },
  {
    label: "Services",
    icon: "services",
    to: "/projects/$projectId/services",
    key: "v",
    needs: ["telemetry:read"],
  },
  {
    label: "On call",
    icon: "onCall",
    to: "/projects/$projectId/on-call",
    key: "c",
    needs: ["on_call:read"],
    onPhone: true,
  },
  {
    label: "Status pages",
    icon: "status",
    to: "/projects/$projectId/status-pages",
    key: "p",
    needs: ["status_pages:read"],
  },
  {
    label: "Maintenance",
    icon: "maintenance",
    to: "/projects/$projectId/maintenances",
    key: "t",
    needs: ["maintenances:read"],
  },
  {
    label: "Reports",
    icon: "reports",
    to: "/projects/$projectId/reports",
    key: "r",
    needs: ["monitors:read", "incidents:read"],
    isWhole: true,
  },
  {
    label: "Settings",
    icon: "settings",
    to: "/projects/$projectId/settings",
    key: "s",
    needs: [],
  },
]

export type Viewer = { permissions: readonly string[]; isLimitedToLabels: boolean }
type Needs = { needs: readonly string[]; isWhole?: boolean }

/** Whether the viewer may see a page. */
export const maySee = (
  { permissions, isLimitedToLabels }: Viewer,
  { needs, isWhole }: Needs,
): boolean =>
  needs.every((one) => permissions.includes(one)) && !(isLimitedToLabels && isWhole === true)

/** The sections that the viewer may see. */
export const sectionsFor = (viewer: Viewer): readonly Section[] =>
  sections.filter((section) => maySee(viewer, section))

/** The section of a path: "/projects/1/monitors/new" → Monitors. */
export function sectionOf(path: string): Section | undefined {
  const name = path.split("/")[3]
  return sections.find(({ to }) => to.split("/")[3] === name)
}
