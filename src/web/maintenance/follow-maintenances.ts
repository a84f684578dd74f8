import { useFollow } from "../live/follow.ts"
import { MaintenanceChanged } from "./maintenance-documents.ts"

/** Reports each maintenance that is scheduled, changed, started, ended or cancelled, after which data is read again. */
export function useMaintenanceChanges(
  projectId: string,
  onChange: () => void,
  { pause = false } = {},
): void {
  useFollow(
    MaintenanceChanged,
    { projectId },
    ({ maintenanceChanged: { maintenance, isSnapshot } }) => ({ id: maintenance.id, isSnapshot }),
    {
      pause,
      onRows(rows) {
        if (rows.some(({ isSnapshot }) => !isSnapshot)) onChange()
      },
    },
  )
}
