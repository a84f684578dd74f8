import { getRouteApi, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useDeleteLater } from "../live/delete-later.ts"
import { useRead } from "../live/live-read.ts"
import { EditPage, FormPage } from "../project/form-page.tsx"
import { useProject } from "../project/project-context.ts"
import { Menu } from "../ui/menu.tsx"
import { DeleteTemplate, OneTemplate } from "./template-documents.ts"
import { TemplateForm } from "./template-form.tsx"

const label = "Incident templates"
const route = getRouteApi("/signed-in/frame/projects/$projectId/settings/templates/$templateId")

export function NewTemplatePage(): ReactNode {
  const { mayWhole, pages } = useProject()
  const navigate = useNavigate()
  return (
    <FormPage title="New template" needs={[]} back={{ label, ...pages.templates }}>
      {() => (
        <TemplateForm
          isReadOnly={!mayWhole("incidents:write")}
          onSaved={() => void navigate(pages.templates)}
        />
      )}
    </FormPage>
  )
}

export function TemplatePage(): ReactNode {
  const { id: projectId, mayWhole, pages } = useProject()
  const { templateId: id } = route.useParams()
  const navigate = useNavigate()
  const read = useRead(OneTemplate, { id })
  const deleteLater = useDeleteLater(DeleteTemplate)
  const item = read.data?.incidentTemplate
  const mayWrite = mayWhole("incidents:write")
  const onDelete = () => {
    const path = `/projects/${projectId}/settings/templates`
    const said = `Template ${item?.name} deleted`
    deleteLater({ ids: [id], variables: { id }, said, path })
    void navigate({ ...pages.templates, replace: true })
  }
  return (
    <EditPage
      noun="template"
      title={item?.name ?? "Template"}
      needs={[]}
      read={read}
      item={item}
      back={{ label, ...pages.templates }}
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
        />
      )}
    </EditPage>
  )
}
