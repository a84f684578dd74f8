import { graphql } from "../graphql.ts"
import { useFollow } from "../live/follow.ts"
import { useProject } from "../project/project-context.ts"

const MaintenanceChanged = graphql(`
  subscription MaintenanceChanged($projectId: ID!, $maintenanceId: ID) {
    maintenanceChanged(projectId: $projectId, maintenanceId: $maintenanceId) {
      isSnapshot
      maintenance {
        id
      }
    }
  }
`)

type Options = { pause?: boolean; maintenanceId?: string | null }

/** Reports each maintenance that is scheduled, changed, started, ended or cancelled, after which data is read again. */
export function useMaintenanceChanges(
  projectId: string,
  onChange: () => void,
  { pause = false, maintenanceId = null }: Options = {},
): void {
  const { may } = useProject()
  useFollow(
    MaintenanceChanged,
    { projectId, maintenanceId },
    ({ maintenanceChanged: { maintenance, isSnapshot } }) => ({ id: maintenance.id, isSnapshot }),
    {
      pause: pause || !may("maintenances:read"),
      onRows(rows) {
        if (rows.some(({ isSnapshot }) => !isSnapshot)) onChange()
      },
    },
  )
}
