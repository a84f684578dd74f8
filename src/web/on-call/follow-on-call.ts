import { graphql } from "../graphql.ts"
import { useFollow } from "../live/follow.ts"
import { useProject } from "../project/project-context.ts"

const OnCallChanged = graphql(`
  subscription OnCallChanged($projectId: ID!) {
    onCallChanged(projectId: $projectId) {
      isSnapshot
      project {
        id
      }
    }
  }
`)

/** Reports each change of who is on call, after which the data is read again. */
export function useOnCallChanges(projectId: string, onChange: () => void): void {
  const { may } = useProject()
  useFollow(OnCallChanged, { projectId }, ({ onCallChanged }) => pick(onCallChanged), {
    pause: !may("on_call:read"),
    onRows: (rows) => {
      if (rows.some(({ isSnapshot }) => !isSnapshot)) onChange()
    },
  })
}

const pick = ({ isSnapshot, project }: { isSnapshot: boolean; project: { id: string } }) => ({
  id: project.id,
  isSnapshot,
})
