import { useRead } from "../live/live-read.ts"
import { IncidentWords } from "../incident/incident-list-documents.ts"
import { useProject } from "../project/project-context.ts"
import { useSave } from "../project/use-save.ts"
import { Part } from "../settings/part.tsx"
import { Submit } from "../ui/button.tsx"
import { Choice, Form, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { MarkdownField } from "../ui/markdown.tsx"
import { Unsaved } from "../ui/unsaved.tsx"
import { CreateTemplate, UpdateTemplate } from "./template-documents.ts"

type TemplateText = { name: string; title: string; body: string; severity: string | null }

type Props = {
  /** Absent for a new one. */
  template?: TemplateText & { id: string }
  isReadOnly: boolean
  onSaved?(): void
}

export function TemplateForm({ template, isReadOnly, onSaved }: Props) {
  const { id: projectId } = useProject()
  const save = useSave<TemplateText>(CreateTemplate, UpdateTemplate, template?.id)
  const send = async (form: FormData) => {
    const text = {
      name: entry(form, "name"),
      title: entry(form, "title"),
      body: entry(form, "body"),
      severity: entry(form, "severity") || null,
    }
    const said = template ? "Template saved" : `Template ${text.name} created`
    if (await save.run(text, { said })) onSaved?.()
  }
  const { data } = useRead(IncidentWords, { projectId })
  const severities = data?.project?.severities.edges.map(({ node }) => node.name) ?? []
  return (
    <Part
      title="Text"
      text="Words in double braces, such as {{region}}, are filled in when an incident is declared."
    >
      <Form refusal={save.refusal} onSend={send}>
        <Unsaved refusal={save.refusal} />
        <fieldset className="part-body" disabled={isReadOnly}>
          <TextField
            label="Name"
            name="name"
            defaultValue={template?.name ?? ""}
            autoComplete="off"
            placeholder="Provider outage"
          />
          <TextField
            label="Title of the incident"
            name="title"
            defaultValue={template?.title ?? ""}
            autoComplete="off"
            placeholder="{{provider}} is down"
          />
          <Choice
            label="Severity"
            name="severity"
            key={severities.length}
            defaultValue={template?.severity ?? ""}
            options={severities.map((name) => ({ value: name, label: name }))}
          >
            <option value="">Default (major)</option>
          </Choice>
          <MarkdownField
            label="Description"
            name="body"
            rows={8}
            defaultValue={template?.body ?? ""}
            placeholder="We are waiting for {{provider}} and will post news here."
          />
        </fieldset>
        {!isReadOnly && (
          <div className="part-foot">
            <span />
            <Submit isBusy={save.isRunning}>
              {template ? "Save template" : "Create template"}
            </Submit>
          </div>
        )}
      </Form>
    </Part>
  )
}
