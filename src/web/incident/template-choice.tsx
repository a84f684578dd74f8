import { useState } from "react"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { TextField } from "../ui/field.tsx"
import { Picker } from "../ui/picker.tsx"
import { TemplatesToUse } from "./declare-documents.ts"
import { fillWords } from "./template-words.ts"

/** The text of a template with its placeholders filled as far as they are known. */
export type Template = { title: string; body: string; severity: string | null }

/** Fills the form from a template; every value that is typed fills it again. */
export function TemplateChoice({ onUse }: { onUse(template: Template): void }) {
  const { id: projectId } = useProject()
  const { data } = useRead(TemplatesToUse, { projectId })
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [values, setValues] = useState<Record<string, string>>({})
  const templates = data?.project?.incidentTemplates.edges.map(({ node }) => node) ?? []
  const chosen = templates.find(({ id }) => id === chosenId)
  if (templates.length === 0) return null
  const use = (template: typeof chosen, given: Record<string, string>) => {
    if (template === undefined) return
    onUse({
      title: fillWords(template.title, given),
      body: fillWords(template.body, given),
      severity: template.severity?.name ?? null,
    })
  }
  return (
    <>
      <Picker
        label="Template"
        placeholder="Start from a template"
        isOptional={chosenId !== null}
        value={chosenId}
        options={templates.map(({ id, name, title }) => ({ value: id, label: name, hint: title }))}
        onChange={(id) => {
          setChosenId(id)
          use(
            templates.find((one) => one.id === id),
            values,
          )
        }}
      />
      {chosen !== undefined && chosen.placeholders.length > 0 && (
        <div className="fields placeholders">
          {chosen.placeholders.map((name) => (
            <TextField
              key={name}
              label={name.replaceAll("_", " ")}
              value={values[name] ?? ""}
              autoComplete="off"
              onChange={({ target }) => {
                const given = { ...values, [name]: target.value }
                setValues(given)
                use(chosen, given)
              }}
            />
          ))}
        </div>
      )}
    </>
  )
}
