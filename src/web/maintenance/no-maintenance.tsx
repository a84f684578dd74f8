import { useProject } from "../project/project-context.ts"
import { ButtonLink } from "../ui/button.tsx"
import { Empty } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"

export function NoMaintenance() {
  const { id: projectId } = useProject()
  const back = { to: "/projects/$projectId/maintenances", params: { projectId } } as const
  return (
    <>
      <PageHead title="Maintenance" back={{ label: "Maintenance", ...back }} />
      <Empty title="Maintenance not found">
        <p>It may belong to another project.</p>
        <ButtonLink {...back}>All maintenance</ButtonLink>
      </Empty>
    </>
  )
}
