import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { DateTimeField, readDateTime } from "../ui/date-time-field.tsx"
import { FormDialog } from "../ui/form-dialog.tsx"
import { Switch } from "../ui/switch.tsx"
import { toast } from "../ui/toast.tsx"
import { ReplaySince } from "./delivery-documents.ts"
import { useEndpoint } from "./endpoint-context.ts"
import { counted } from "../ui/counted.ts"

const hourMs = 3_600_000

/** Sends an endpoint's deliveries since a time again, for example after its server was down. */
export function ReplayDialog({ onSent, onClose }: { onSent(): void; onClose(): void }) {
  const { endpoint } = useEndpoint()
  const replay = useChange(ReplaySince)
  const [start] = useState(
    () => endpoint.failingSince ?? new Date(Date.now() - hourMs).toISOString(),
  )
  const send = async (form: FormData) => {
    const since = readDateTime(form, "since") ?? start
    const deadOnly = form.get("all") !== "on"
    const done = await replay.run({ endpointId: endpoint.id, since, deadOnly })
    if (done === null) return
    const count = done.replayDeliveriesSince
    toast(counted(count, "delivery queued again", "deliveries queued again"))
    onSent()
    onClose()
  }
  return (
    <FormDialog
      title="Replay deliveries"
      changes={[replay]}
      verb="Replay"
      onSend={send}
      onClose={onClose}
    >
      <p className="muted">
        Sends failed and canceled deliveries again, oldest first, with the same ids and bodies. Test
        events are left out.
      </p>
      <DateTimeField label="Since" name="since" defaultValue={start} isRequired />
      <Switch
        label="Also send what was accepted"
        hint="For a receiver that lost its data."
        name="all"
      />
    </FormDialog>
  )
}
