import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useDeleted } from "../live/delete-later.ts"
import { useMore } from "../live/load-more.ts"
import { useProject } from "../project/project-context.ts"
import { SettingRow } from "../settings/part.tsx"
import { Badge } from "../ui/badge.tsx"
import { ButtonLink } from "../ui/button.tsx"
import { ListCard } from "../ui/list-card.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { TemplateRows } from "./template-documents.ts"

export function TemplatesPage(): ReactNode {
  const { id: projectId, mayWhole, pages } = useProject()
  const list = useMore(TemplateRows, { projectId }, (data) => data.project?.incidentTemplates)
  const deleted = useDeleted(list.again)
  const shown = list.rows?.filter(({ id }) => !deleted.has(id))
  return (
    <>
      <PageHead
        title="Incident templates"
        sub="Prepared words for incidents that people declare by hand."
      >
        {mayWhole("incidents:write") && (
          <ButtonLink {...pages.newTemplate} variant="accent" icon="plus">
            New template
          </ButtonLink>
        )}
      </PageHead>
      <ListCard
        label="Templates of this project"
        list={list}
        shown={shown}
        empty={[
          "No templates yet",
          "Write the words once, with placeholders, and declare incidents from them.",
        ]}
      >
        {({ id, name, title, severity }) => (
          <SettingRow key={id} title={<Link {...pages.template(id)}>{name}</Link>} sub={title}>
            {severity !== null && (
              <Badge>
                <span className="dot" style={{ background: severity.color }} /> {severity.name}
              </Badge>
            )}
          </SettingRow>
        )}
      </ListCard>
    </>
  )
}
