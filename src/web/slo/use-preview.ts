import { useProject } from "../project/project-context.ts"
import { useRead } from "../live/live-read.ts"
import { useSettled } from "../ui/use-settled.ts"
import { SloPreview, type Preview } from "./slo-documents.ts"
import { canPreview, objectiveOf, type SloDraft } from "./slo-draft.ts"

export type PreviewState = {
  preview: Preview | null
  /** Why there is none: what is missing, or what the server says. */
  error: string | null
  isAsked: boolean
}

/** What the draft would have been, read again when it has not changed for a moment. */
export function usePreview(draft: SloDraft): PreviewState {
  const { id: projectId } = useProject()
  const settled = useSettled(JSON.stringify({ projectId, ...objectiveOf(draft) }))
  const isAsked = canPreview(draft)
  const variables = JSON.parse(settled) as ReturnType<typeof objectiveOf> & { projectId: string }
  const { data, error } = useRead(SloPreview, variables, { pause: !isAsked })
  return { preview: data?.project?.sloPreview ?? null, error: isAsked ? error : null, isAsked }
}
