import { useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { PageHead } from "../ui/page-head.tsx"
import { toast } from "../ui/toast.tsx"
import { CreateTemplate } from "./template-documents.ts"
import type { TemplateText } from "./template-form.tsx"
import { TemplateForm } from "./template-form.tsx"

export function NewTemplatePage(): ReactNode {
  const { id: projectId, mayWhole } = useProject()
  const navigate = useNavigate()
  const create = useChange(CreateTemplate)
  const back = {
    label: "Incident templates",
    to: "/projects/$projectId/settings/templates",
    params: { projectId },
  } as const
  const send = async (text: TemplateText) => {
    if ((await create.run({ projectId, ...text })) === null) return
    toast(`Template ${text.name} created`)
    void navigate({ to: back.to, params: back.params })
  }
  return (
    <>
      <PageHead title="New template" back={back} />
      <TemplateForm
        template={null}
        verb="Create template"
        isBusy={create.isRunning}
        isReadOnly={!mayWhole("incidents:write")}
        refusal={create.refusal}
        onSend={(text) => void send(text)}
      />
    </>
  )
}
