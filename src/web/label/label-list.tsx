import { useState, type ReactNode } from "react"
import { useDeleted, useDeleteLater } from "../live/delete-later.ts"
import { useMore } from "../live/load-more.ts"
import { useProject } from "../project/project-context.ts"
import { SettingRow } from "../settings/part.tsx"
import { Button } from "../ui/button.tsx"
import { ListCard } from "../ui/list-card.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { DeleteLabel, LabelsOfProject } from "./label-documents.ts"
import { LabelDialog, type Label } from "./label-dialog.tsx"

export function LabelsPage(): ReactNode {
  const { id: projectId, mayWhole } = useProject()
  const list = useMore(LabelsOfProject, { projectId }, (data) => data.project?.labels)
  const [edited, edit] = useState<Label | "new" | null>(null)
  const deleted = useDeleted(list.again)
  const deleteLater = useDeleteLater(DeleteLabel)
  const shown = list.rows?.filter(({ id }) => !deleted.has(id))
  const mayWrite = mayWhole("monitors:write")
  return (
    <>
      <PageHead title="Labels" sub="Labels group monitors: by environment, team, or product.">
        {mayWrite && (
          <Button variant="accent" icon="plus" onClick={() => edit("new")}>
            New label
          </Button>
        )}
      </PageHead>
      <ListCard
        label="Labels of this project"
        list={list}
        shown={shown}
        empty={["No labels yet", "Words to group monitors by, such as production or payments."]}
      >
        {(label) => (
          <SettingRow
            key={label.id}
            mark={<span className="dot" style={{ background: label.color }} />}
            title={label.name}
          >
            {mayWrite && (
              <>
                <Button
                  variant="quiet"
                  aria-label={`Edit the label ${label.name}`}
                  onClick={() => edit(label)}
                >
                  Edit
                </Button>
                <Button
                  variant="quiet"
                  aria-label={`Delete the label ${label.name}`}
                  onClick={() =>
                    deleteLater({
                      ids: [label.id],
                      variables: { id: label.id },
                      said: `Label ${label.name} deleted`,
                    })
                  }
                >
                  Delete
                </Button>
              </>
            )}
          </SettingRow>
        )}
      </ListCard>
      {edited !== null && (
        <LabelDialog
          label={edited === "new" ? null : edited}
          onChange={list.again}
          onClose={() => edit(null)}
        />
      )}
    </>
  )
}
