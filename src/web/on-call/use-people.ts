import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import type { Option } from "../ui/picker.tsx"
import { People } from "./rotation-documents.ts"

/** The members of the project as options of a picker. */
export function usePeople(): Option[] {
  const { data } = useRead(People, { projectId: useProject().id })
  return (data?.project?.members.edges ?? []).map(({ node }) => ({
    value: node.userId,
    label: node.name,
    hint: node.email,
  }))
}
