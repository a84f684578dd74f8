import { useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { FormPage } from "../project/form-page.tsx"
import { useProject } from "../project/project-context.ts"
import { toast } from "../ui/toast.tsx"
import { CreateTemplate } from "./template-documents.ts"
import { TemplateForm, useTemplates } from "./template-form.tsx"

export function NewTemplatePage(): ReactNode {
  const { id: projectId, mayWhole } = useProject()
  const navigate = useNavigate()
  const create = useChange(CreateTemplate)
  const back = useTemplates()
  return (
    <FormPage title="New template" needs={[]} back={back}>
      {() => (
        <TemplateForm
          template={null}
          isReadOnly={!mayWhole("incidents:write")}
          change={create}
          onSend={async (text) => {
            if ((await create.run({ projectId, ...text })) === null) return
            toast(`Template ${text.name} created`)
            await navigate(back)
          }}
        />
      )}
    </FormPage>
  )
}
