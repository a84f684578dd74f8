import { TextField } from "../ui/field.tsx"
import { entries, entry } from "../ui/form-entry.ts"
import type { Refusal } from "../ui/refusal.ts"
import { EventChoice } from "./event-choice.tsx"
import type { EndpointRow } from "./webhook-documents.ts"

type Props = {
  endpoint?: Pick<EndpointRow, "url" | "description" | "eventTypes">
  refusal: Refusal | null
}

export const EndpointFields = ({ endpoint, refusal }: Props) => (
  <>
    <TextField
      label="URL"
      name="url"
      type="url"
      inputMode="url"
      autoComplete="off"
      placeholder="https://example.com/hooks/watchkeeper"
      defaultValue={endpoint?.url}
      hint="https on port 443, on the public internet."
    />
    <TextField
      label="Description (optional)"
      name="description"
      autoComplete="off"
      placeholder="Ticket system"
      defaultValue={endpoint?.description}
    />
    <EventChoice
      defaultValues={endpoint?.eventTypes ?? suggested}
      issue={refusal?.issues.get("#/eventTypes")}
    />
  </>
)

/** What most receivers want: outages and what people do about them. */
const suggested = [
  "monitor.status_changed",
  "incident.created",
  "incident.updated",
  "incident.resolved",
]

export const readEndpoint = (form: FormData) => ({
  url: entry(form, "url").trim(),
  description: entry(form, "description").trim(),
  eventTypes: entries(form, "eventTypes"),
})
