import { getRouteApi, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Confirm } from "../ui/dialog.tsx"
import { Empty, Failed, PageWaiting } from "../ui/empty.tsx"
import { Menu } from "../ui/menu.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { toast } from "../ui/toast.tsx"
import { DeleteTemplate, OneTemplate, UpdateTemplate } from "./template-documents.ts"
import type { TemplateText } from "./template-form.tsx"
import { TemplateForm } from "./template-form.tsx"

const route = getRouteApi("/signed-in/frame/projects/$projectId/settings/templates/$templateId")

export function TemplatePage(): ReactNode {
  const { id: projectId, may } = useProject()
  const { templateId: id } = route.useParams()
  const navigate = useNavigate()
  const { data, error, isFirst, again } = useRead(OneTemplate, { id })
  const update = useChange(UpdateTemplate)
  const remove = useChange(DeleteTemplate)
  const [isAsking, setAsking] = useState(false)
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
  const mayWrite = may("incidents:write")
  const send = async (text: TemplateText) => {
    if ((await update.run({ id, ...text })) !== null) toast("Template saved")
  }
  const onDelete = async () => {
    if ((await remove.run({ id })) === null) return
    toast(`Template ${template.name} deleted`)
    void navigate({ to: back.to, params: back.params, replace: true })
  }
  return (
    <>
      <PageHead title={template.name} back={back}>
        {mayWrite && (
          <Menu
            label="More actions"
            items={[
              {
                label: "Delete template",
                icon: "trash",
                isDanger: true,
                run: () => setAsking(true),
              },
            ]}
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
      {isAsking && (
        <Confirm
          title={`Delete the template ${template.name}?`}
          text="Incidents that were declared with it keep their text."
          verb="Delete template"
          isBusy={remove.isRunning}
          refusal={remove.refusal?.message ?? null}
          onYes={() => void onDelete()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
