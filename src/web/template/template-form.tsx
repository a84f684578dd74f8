import { useRead } from "../live/live-read.ts"
import type { Refusal } from "../ui/refusal.ts"
import { IncidentWords } from "../incident/incident-list-documents.ts"
import { useProject } from "../project/project-context.ts"
import { Part } from "../settings/part.tsx"
import { Submit } from "../ui/button.tsx"
import { Choice, Form, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { MarkdownField } from "../ui/markdown.tsx"
import { Unsaved } from "../ui/unsaved.tsx"

type TemplateText = { name: string; title: string; body: string; severity: string | null }

type Props = {
  template: TemplateText | null
  isReadOnly: boolean
  change: { isRunning: boolean; refusal: Refusal | null }
  onSend(text: TemplateText): Promise<void>
}

/** The way back to the list. */
export function useTemplates() {
  const params = { projectId: useProject().id }
  return {
    label: "Incident templates",
    to: "/projects/$projectId/settings/templates",
    params,
  } as const
}

export function TemplateForm({ template, isReadOnly, change, onSend }: Props) {
  const { refusal, isRunning } = change
  const { id: projectId } = useProject()
  const { data } = useRead(IncidentWords, { projectId })
  const severities = data?.project?.severities.edges.map(({ node }) => node.name) ?? []
  return (
    <Part
      title="Text"
      text="Words in double braces, such as {{region}}, are filled in when an incident is declared."
    >
      <Form
        refusal={refusal}
        onSend={(form) =>
          void onSend({
            name: entry(form, "name"),
            title: entry(form, "title"),
            body: entry(form, "body"),
            severity: entry(form, "severity") || null,
          })
        }
      >
        <Unsaved refusal={refusal} />
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
            <Submit isBusy={isRunning}>
              {template === null ? "Create template" : "Save template"}
            </Submit>
          </div>
        )}
      </Form>
    </Part>
  )
}
