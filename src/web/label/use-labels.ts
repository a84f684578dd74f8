import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { LabelsOfProject } from "./label-documents.ts"

/** The project's labels; undefined while they are read. */
export function useLabels() {
  const { id: projectId, may } = useProject()
  const { data } = useRead(LabelsOfProject, { projectId }, { pause: !may("monitors:read") })
  return data?.project?.labels.edges.map(({ node }) => node)
}
