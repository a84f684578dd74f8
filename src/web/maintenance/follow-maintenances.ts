import { subscription } from "../graphql.ts"
import { useChangeEvents } from "../live/events.ts"
import { useProject } from "../project/project-context.ts"

const MaintenanceChanged = subscription("maintenanceChanged", "isSnapshot maintenance { id }")

type Options = { pause?: boolean; maintenanceId?: string | null }

/** Reports each maintenance that is scheduled, changed, started, ended or cancelled, after which data is read again. */
export function useMaintenanceChanges(
  projectId: string,
  onChange: () => void,
  { pause = false, maintenanceId = null }: Options = {},
): void {
  const { may } = useProject()
  useChangeEvents(
    MaintenanceChanged,
    { projectId, maintenanceId },
    ({ maintenanceChanged }) => maintenanceChanged,
    onChange,
    { pause: pause || !may("maintenances:read") },
  )
}
