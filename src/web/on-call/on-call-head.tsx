import type { ReactNode } from "react"
import { useProject } from "../project/project-context.ts"
import { PageHead } from "../ui/page-head.tsx"
import { TabLinks } from "../ui/tabs.tsx"
import "./on-call.css"

type Props = { title: string; sub?: ReactNode; children?: ReactNode }

/** The heading of the section's six pages, with the links between them. */
export function OnCallHead({ title, sub, children }: Props) {
  const params = { projectId: useProject().id }
  return (
    <>
      <PageHead title={title} {...(sub === undefined ? {} : { sub })}>
        {children}
      </PageHead>
      <TabLinks
        label="On call"
        items={[
          { label: "Calendar", to: "/projects/$projectId/on-call", params, isExact: true },
          { label: "Policies", to: "/projects/$projectId/on-call/policies", params },
          { label: "Rotations", to: "/projects/$projectId/on-call/rotations", params },
          { label: "Teams", to: "/projects/$projectId/on-call/teams", params },
          { label: "Simulate", to: "/projects/$projectId/on-call/simulate", params },
          { label: "Report", to: "/projects/$projectId/on-call/report", params },
        ]}
      />
    </>
  )
}
