import { getRouteApi, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useDeleteLater } from "../live/delete-later.ts"
import { useRead } from "../live/live-read.ts"
import { EditPage } from "../project/form-page.tsx"
import { useProject } from "../project/project-context.ts"
import { Menu } from "../ui/menu.tsx"
import { toast } from "../ui/toast.tsx"
import { DeleteTemplate, OneTemplate, UpdateTemplate } from "./template-documents.ts"
import { TemplateForm, useTemplates } from "./template-form.tsx"

export { NewTemplatePage } from "./new-template.tsx"

const route = getRouteApi("/signed-in/frame/projects/$projectId/settings/templates/$templateId")

export function TemplatePage(): ReactNode {
  const { id: projectId, mayWhole } = useProject()
  const { templateId: id } = route.useParams()
  const navigate = useNavigate()
  const read = useRead(OneTemplate, { id })
  const update = useChange(UpdateTemplate)
  const deleteLater = useDeleteLater(DeleteTemplate)
  const item = read.data?.incidentTemplate
  const back = useTemplates()
  const mayWrite = mayWhole("incidents:write")
  const onDelete = () => {
    const path = `/projects/${projectId}/settings/templates`
    const said = `Template ${item?.name} deleted`
    deleteLater({ ids: [id], variables: { id }, said, path })
    void navigate({ ...back, replace: true })
  }
  return (
    <EditPage
      noun="template"
      title={item?.name ?? "Template"}
      needs={[]}
      read={read}
      item={item}
      back={back}
      actions={
        mayWrite &&
        item && (
          <Menu
            label="More actions"
            items={[{ label: "Delete template", icon: "trash", isDanger: true, run: onDelete }]}
          />
        )
      }
    >
      {(template) => (
        <TemplateForm
          key={id}
          template={{ ...template, severity: template.severity?.name ?? null }}
          isReadOnly={!mayWrite}
          change={update}
          onSend={async (text) => {
            if ((await update.run({ id, ...text })) !== null) toast("Template saved")
          }}
        />
      )}
    </EditPage>
  )
}
