import { Link } from "@tanstack/react-router"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { DayAndTime } from "../ui/time.tsx"
import "./maintenance.css"

export type CurrentMaintenance = { id: string; title: string; endsAt: string }

type Props = {
  maintenance: CurrentMaintenance
  /** Names of the monitors, on a page that is about several. */
  monitors?: readonly string[]
}

/** Says that a monitor is in a window, which explains its failures and the silence. */
export const MaintenanceNote = ({ maintenance, monitors = [] }: Props) => (
  <p className="maintenance-note">
    <Badge tone="maintenance">In maintenance</Badge>
    <span>
      {monitors.length > 0 && `${monitors.join(", ")}: `}
      <Link {...useProject().pages.maintenance(maintenance.id)}>
        {maintenance.title}
      </Link> until{" "}
      <DayAndTime at={maintenance.endsAt} />: checks continue, but nobody is paged.
    </span>
  </p>
)

type Maintained = { id: string; name: string; currentMaintenance?: CurrentMaintenance | null }

/** One note for each window that some of the monitors are in. */
export function MaintenanceNotes({ monitors }: { monitors: readonly Maintained[] }) {
  const windows = Map.groupBy(monitors, ({ currentMaintenance }) => currentMaintenance?.id)
  return [...windows.values()].map((inWindow) => {
    const maintenance = inWindow[0]?.currentMaintenance
    return (
      maintenance && (
        <MaintenanceNote
          key={maintenance.id}
          maintenance={maintenance}
          monitors={monitors.length > 1 ? inWindow.map(({ name }) => name) : []}
        />
      )
    )
  })
}
