import { getRouteApi, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useDeleteLater } from "../live/delete-later.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Empty, Failed, PageWaiting } from "../ui/empty.tsx"
import { Menu } from "../ui/menu.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { toast } from "../ui/toast.tsx"
import { DeleteTemplate, OneTemplate, UpdateTemplate } from "./template-documents.ts"
import type { TemplateText } from "./template-form.tsx"
import { TemplateForm } from "./template-form.tsx"

const route = getRouteApi("/signed-in/frame/projects/$projectId/settings/templates/$templateId")

export function TemplatePage(): ReactNode {
  const { id: projectId, mayWhole } = useProject()
  const { templateId: id } = route.useParams()
  const navigate = useNavigate()
  const { data, error, isFirst, again } = useRead(OneTemplate, { id })
  const update = useChange(UpdateTemplate)
  const deleteLater = useDeleteLater(DeleteTemplate)
  const template = data?.incidentTemplate
  const back = {
    label: "Incident templates",
    to: "/projects/$projectId/settings/templates",
    params: { projectId },
  } as const
  if (isFirst) return <PageWaiting title="Template" />
  if (!template) {
    return (
      <>
        <PageHead title="Template" back={back} />
        {error === null ? (
          <Empty title="Template not found">
            <p>It may have been deleted.</p>
          </Empty>
        ) : (
          <Failed message={error} onAgain={again} />
        )}
      </>
    )
  }
  const mayWrite = mayWhole("incidents:write")
  const send = async (text: TemplateText) => {
    if ((await update.run({ id, ...text })) !== null) toast("Template saved")
  }
  const onDelete = () => {
    const path = `/projects/${projectId}/settings/templates`
    deleteLater({ ids: [id], variables: { id }, said: `Template ${template.name} deleted`, path })
    void navigate({ to: back.to, params: back.params, replace: true })
  }
  return (
    <>
      <PageHead title={template.name} back={back}>
        {mayWrite && (
          <Menu
            label="More actions"
            items={[{ label: "Delete template", icon: "trash", isDanger: true, run: onDelete }]}
          />
        )}
      </PageHead>
      <TemplateForm
        key={id}
        template={{ ...template, severity: template.severity?.name ?? null }}
        verb="Save template"
        isBusy={update.isRunning}
        isReadOnly={!mayWrite}
        refusal={update.refusal}
        onSend={(text) => void send(text)}
      />
    </>
  )
}
