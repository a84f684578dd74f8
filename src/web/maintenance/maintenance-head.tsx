import type { ReactNode } from "react"
import { useProject } from "../project/project-context.ts"
import { ButtonLink } from "../ui/button.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { TabLinks } from "../ui/tabs.tsx"
import "./maintenance.css"
import { mayPlan } from "./plan-needs.ts"

/** The heading of the section's three pages, with the links between them. */
export function MaintenanceHead({ sub }: { sub?: ReactNode }) {
  const { id: projectId, may } = useProject()
  const params = { projectId }
  return (
    <>
      <PageHead
        title="Maintenance"
        sub={sub ?? "Planned work: no outage is declared, nobody is paged"}
      >
        {mayPlan(may) && (
          <ButtonLink
            to="/projects/$projectId/maintenances/new"
            params={params}
            variant="accent"
            icon="plus"
          >
            Schedule maintenance
          </ButtonLink>
        )}
      </PageHead>
      <TabLinks
        label="Maintenance"
        items={[
          {
            label: "Calendar",
            to: "/projects/$projectId/maintenances",
            params,
            isExact: true,
          },
          { label: "List", to: "/projects/$projectId/maintenances/list", params },
          { label: "Series", to: "/projects/$projectId/maintenances/series", params },
        ]}
      />
    </>
  )
}
