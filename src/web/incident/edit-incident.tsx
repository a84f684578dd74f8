import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { FormDialog } from "../ui/form-dialog.tsx"
import { Choice, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { MarkdownField } from "../ui/markdown.tsx"
import { toast } from "../ui/toast.tsx"
import { AffectedMonitors, announcedOf, type Affected } from "./affected-monitors.tsx"
import { UpdateIncident, type OneIncident } from "./incident-documents.ts"
import { capital } from "../ui/capital.ts"
import { IncidentWords } from "./incident-list-documents.ts"
import "./declare.css"
import { titleOf } from "../ui/title-of.ts"

type Props = { incident: OneIncident; onChange(): void; onClose(): void }

const differs = (value: string, old: string) => (value === old ? null : value)

/** Changes title, severity, description and affected monitors; only what differs is sent. */
export function EditIncident({ incident, onChange, onClose }: Props) {
  const { id: projectId, may } = useProject()
  const { data } = useRead(IncidentWords, { projectId })
  const update = useChange(UpdateIncident)
  const before = (incident.monitors ?? []).map(({ monitor, status }): Affected => ({
    id: monitor.id,
    name: monitor.name,
    status,
  }))
  const [affected, setAffected] = useState<readonly Affected[]>(before)
  const severities = data?.project?.severities.edges.map(({ node }) => node) ?? []
  const { findings } = incident
  const said = findings.map(({ parts }) => parts.map(({ text }) => text).join("")).join(" ")
  const description = said || incident.description
  const send = async (form: FormData) => {
    const isMoved = JSON.stringify(announcedOf(affected)) !== JSON.stringify(announcedOf(before))
    const changes = {
      title: differs(entry(form, "title"), titleOf(incident)),
      description: differs(entry(form, "description"), description),
      severity: differs(entry(form, "severity"), incident.severity.name),
      monitors: isMoved ? announcedOf(affected) : null,
    }
    if (Object.values(changes).every((value) => value === null)) {
      onClose()
      return
    }
    if ((await update.run({ id: incident.id, ...changes })) === null) return
    toast("Incident saved")
    onClose()
    onChange()
  }
  return (
    <FormDialog
      title={`Edit incident #${incident.number}`}
      changes={[update]}
      verb="Save incident"
      onSend={send}
      onClose={onClose}
    >
      <TextField
        label="Title"
        name="title"
        defaultValue={titleOf(incident)}
        autoComplete="off"
        autoFocus
      />
      <Choice
        label="Severity"
        name="severity"
        key={severities.length}
        defaultValue={incident.severity.name}
        options={(severities.length === 0 ? [incident.severity] : severities).map(
          ({ name, label }) => ({
            value: name,
            label: capital(label),
          }),
        )}
      />
      {may("monitors:read") && <AffectedMonitors value={affected} onChange={setAffected} />}
      <MarkdownField label="Description" name="description" rows={4} defaultValue={description} />
      <p className="muted small">
        Status pages show a new title, severity and monitors at once. Subscribers are not notified
        of edits.
      </p>
    </FormDialog>
  )
}
