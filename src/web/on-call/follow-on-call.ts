import { subscription } from "../graphql.ts"
import { useChangeEvents } from "../live/events.ts"
import { useProject } from "../project/project-context.ts"

const OnCallChanged = subscription("onCallChanged", "isSnapshot project { id }")

/** Reports each change of who is on call, after which the data is read again. */
export function useOnCallChanges(projectId: string, onChange: () => void): void {
  const { may } = useProject()
  useChangeEvents(OnCallChanged, { projectId }, ({ onCallChanged }) => onCallChanged, onChange, {
    pause: !may("on_call:read"),
  })
}
