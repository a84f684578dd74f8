import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Choice, TextArea, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { PoliciesToChoose, type SourceRow } from "./source-documents.ts"
import { jsonMembers, type SourceKind } from "./source-words.ts"

type Props = { kind: SourceKind; source?: SourceRow }

/** Settings that every kind of source has, and the paths of a JSON body. */
export function SourceFields({ kind, source }: Props) {
  const { id: projectId, may } = useProject()
  return (
    <>
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        placeholder="Prometheus in eu-1"
        defaultValue={source?.name}
      />
      {may("on_call:read") && (
        <PolicyChoice projectId={projectId} policyId={source?.policy?.id ?? ""} />
      )}
      <Choice
        label="Urgency without a severity"
        name="severity"
        defaultValue={source?.severity ?? "high"}
        hint="For events that state no severity, or one that is not known."
        options={[
          { value: "high", label: "High" },
          { value: "low", label: "Low" },
        ]}
      />
      <TextArea
        label="Labels (optional)"
        name="labels"
        rows={3}
        placeholder="team=database"
        defaultValue={source?.labels.map(({ name, value }) => `${name}=${value}`).join("\n")}
        hint="Every alert of this source gets them. One per line, as name=value."
      />
      {kind === "JSON" &&
        jsonMembers.map(({ name, label, usual }) => (
          <TextField
            key={name}
            label={label}
            name={`path-${name}`}
            autoComplete="off"
            placeholder={usual}
            defaultValue={source?.mapping.find((one) => one.name === name)?.path}
          />
        ))}
    </>
  )
}

function PolicyChoice({ projectId, policyId }: { projectId: string; policyId: string }) {
  const { data } = useRead(PoliciesToChoose, { projectId })
  const policies = data?.project?.onCallPolicies.edges.map(({ node }) => node) ?? []
  return (
    <Choice
      key={policies.length}
      label="On-call policy"
      name="policyId"
      defaultValue={policyId}
      options={policies.map(({ id, name }) => ({ value: id, label: name }))}
    >
      <option value="">The default policy of the project</option>
    </Choice>
  )
}

/** `team=database`, one per line; a line without a value is a label without one. */
const labelsOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const at = line.indexOf("=")
      return at === -1
        ? { name: line, value: "" }
        : { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }
    })

export const readSource = (form: FormData, kind: SourceKind) => ({
  name: entry(form, "name").trim(),
  severity: entry(form, "severity"),
  labels: labelsOf(entry(form, "labels")),
  ...(form.has("policyId") && { policyId: entry(form, "policyId") || null }),
  ...(kind === "JSON" && {
    mapping: jsonMembers.flatMap(({ name }) => {
      const path = entry(form, `path-${name}`).trim()
      return path === "" ? [] : [{ name, path }]
    }),
  }),
})
