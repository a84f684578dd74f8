import { useFollow } from "../live/follow.ts"
import { OnCallChanged } from "./on-call-documents.ts"

/** Reports each change of who is on call, after which the data is read again. */
export function useOnCallChanges(projectId: string, onChange: () => void): void {
  useFollow(OnCallChanged, { projectId }, ({ onCallChanged }) => pick(onCallChanged), {
    onRows: (rows) => {
      if (rows.some(({ isSnapshot }) => !isSnapshot)) onChange()
    },
  })
}

const pick = ({ isSnapshot, project }: { isSnapshot: boolean; project: { id: string } }) => ({
  id: project.id,
  isSnapshot,
})
