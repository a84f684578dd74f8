import { Link } from "@tanstack/react-router"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { DayAndTime } from "../ui/time.tsx"
import "./maintenance.css"

export type CurrentMaintenance = { id: string; title: string; endsAt: string }

/** Says that a monitor is in a window, which explains its failures and the silence. */
export const MaintenanceNote = ({ maintenance }: { maintenance: CurrentMaintenance }) => (
  <p className="maintenance-note">
    <Badge tone="maintenance">In maintenance</Badge>
    <span>
      <Link
        to="/projects/$projectId/maintenances/$maintenanceId"
        params={{ projectId: useProject().id, maintenanceId: maintenance.id }}
      >
        {maintenance.title}
      </Link>{" "}
      until <DayAndTime at={maintenance.endsAt} />: checks continue, but nobody is paged.
    </span>
  </p>
)
