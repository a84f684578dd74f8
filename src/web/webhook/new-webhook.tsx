import { useNavigate } from "@tanstack/react-router"
import { useState, type ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { NoAccess } from "../project/no-access.tsx"
import { useProject } from "../project/project-context.ts"
import { ButtonLink, Submit } from "../ui/button.tsx"
import { Form } from "../ui/field.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { EndpointFields, readEndpoint } from "./endpoint-fields.tsx"
import { ShowSecret } from "./show-secret.tsx"
import { CreateWebhook } from "./webhook-documents.ts"
import { Unsaved } from "../ui/unsaved.tsx"

export function NewWebhookPage(): ReactNode {
  const { id: projectId, may, pages } = useProject()
  const navigate = useNavigate()
  const create = useChange(CreateWebhook)
  const [made, setMade] = useState<{ id: string; secret: string } | null>(null)
  const list = pages.webhooks

  const send = async (form: FormData) => {
    const done = await create.run({ projectId, ...readEndpoint(form) })
    if (done === null) return
    const { endpoint, secret } = done.createWebhookEndpoint
    setMade({ id: endpoint.id, secret })
  }
  if (!may("webhooks:write")) return <NoAccess label="Add endpoint" needs={["webhooks:write"]} />
  return (
    <>
      <PageHead title="Add endpoint" back={{ label: "Webhooks", ...list }} />
      <Form className="stack" refusal={create.refusal} onSend={send}>
        <Unsaved refusal={create.refusal} />
        <EndpointFields refusal={create.refusal} />
        <div className="form-foot">
          <Submit isBusy={create.isRunning}>Add endpoint</Submit>
          <ButtonLink {...list} variant="quiet">
            Cancel
          </ButtonLink>
        </div>
      </Form>
      {made !== null && (
        <ShowSecret
          title="Endpoint added"
          secret={made.secret}
          onClose={() => void navigate(pages.webhook(made.id))}
        />
      )}
    </>
  )
}
