import { useProject } from "../project/project-context.ts"
import { ButtonLink } from "../ui/button.tsx"
import { Empty } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"

export function NoMaintenance() {
  const { pages } = useProject()
  const back = pages.maintenances
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
