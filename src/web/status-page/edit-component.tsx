import { useChange } from "../live/apply-change.ts"
import { FormDialog } from "../ui/form-dialog.tsx"
import { TextArea, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { Switch } from "../ui/switch.tsx"
import { UpdateComponent } from "./component-documents.ts"
import type { Component } from "./status-page-documents.ts"

type Props = { component: Component; onClose(): void; onDone(): void }

/** How visitors see a monitor. */
export function EditComponent({ component, onClose, onDone }: Props) {
  const update = useChange(UpdateComponent)
  const send = async (form: FormData) => {
    const done = await update.run({
      id: component.id,
      displayName: entry(form, "displayName"),
      displayDescription: entry(form, "displayDescription"),
      showUptimePercent: form.has("showUptimePercent"),
      showResponseTimes: form.has("showResponseTimes"),
    })
    if (done === null) return
    onDone()
    onClose()
  }
  return (
    <FormDialog
      title={`Edit ${component.displayName}`}
      changes={[update]}
      verb="Save"
      onSend={send}
      onClose={onClose}
    >
      <TextField
        label="Display name"
        name="displayName"
        autoComplete="off"
        autoFocus
        defaultValue={component.displayName}
        hint={`The monitor is called ${component.monitorName}.`}
      />
      <TextArea
        label="Description"
        name="displayDescription"
        rows={2}
        defaultValue={component.displayDescription}
      />
      <Switch
        label="Show uptime"
        hint="The percentage of 90 days; the daily bars are always shown."
        name="showUptimePercent"
        defaultOn={component.showUptimePercent}
      />
      <Switch
        label="Show response times"
        name="showResponseTimes"
        defaultOn={component.showResponseTimes}
      />
    </FormDialog>
  )
}
