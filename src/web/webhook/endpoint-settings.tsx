import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { Submit } from "../ui/button.tsx"
import { Form } from "../ui/field.tsx"
import { toast } from "../ui/toast.tsx"
import { useEndpoint } from "./endpoint-context.ts"
import { EndpointFields, readEndpoint } from "./endpoint-fields.tsx"
import { UpdateWebhook } from "./webhook-documents.ts"
import { Unsaved } from "../ui/unsaved.tsx"

export function EndpointSettings(): ReactNode {
  const { endpoint, mayWrite, onChange } = useEndpoint()
  const update = useChange(UpdateWebhook)
  if (!mayWrite) return null
  const send = async (form: FormData) => {
    if ((await update.run({ id: endpoint.id, ...readEndpoint(form) })) === null) return
    toast("Endpoint saved")
    onChange()
  }
  return (
    <Form className="stack" refusal={update.refusal} onSend={send}>
      <Unsaved refusal={update.refusal} />
      <EndpointFields endpoint={endpoint} refusal={update.refusal} />
      <div className="form-foot">
        <Submit isBusy={update.isRunning}>Save endpoint</Submit>
      </div>
    </Form>
  )
}
