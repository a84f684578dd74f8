import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { useLabels } from "../label/use-labels.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Picker } from "../ui/picker.tsx"
import { useDraftForm } from "./draft-context.ts"
import { DraftChoice } from "./draft-field.tsx"
import { PoliciesToChoose } from "../on-call/policies-to-choose.ts"
import { MonitorsToChoose } from "../monitor/monitor-choice-documents.ts"
import type { MonitorWhole } from "../monitor/monitor-documents.ts"

type Props = { monitor: MonitorWhole | undefined }

/** The parent monitor: while it is offline, no outage of this monitor is declared. */
export function ParentChoice({ monitor }: Props) {
  const { id: projectId } = useProject()
  const { draft, change } = useDraftForm()
  const [search, setSearch] = useState("")
  const { data } = useRead(MonitorsToChoose, { projectId, search })
  const found = data?.project?.monitors.edges.map(({ node }) => node) ?? []
  const others = found.filter(({ id }) => id !== monitor?.id)
  const [chosen, setChosen] = useState(monitor?.parent ?? null)
  const isListed = chosen === null || others.some(({ id }) => id === chosen.id)
  const options = [...(isListed ? [] : [chosen]), ...others]
  return (
    <Picker
      label="Depends on"
      at="#/parentId"
      isOptional
      placeholder="No other monitor"
      hint="While that monitor is offline, no outage of this one is declared."
      options={options.map(({ id, name }) => ({ value: id, label: name }))}
      value={draft.parentId === "" ? null : draft.parentId}
      onSearch={setSearch}
      onChange={(parentId) => {
        setChosen(options.find(({ id }) => id === parentId) ?? null)
        change({ parentId: parentId ?? "" })
      }}
    />
  )
}

/** The on-call policy that its alerts go by. */
export function PolicyChoice({ monitor }: Props) {
  const { id: projectId, may } = useProject()
  const { data } = useRead(PoliciesToChoose, { projectId })
  const read = data?.project?.onCallPolicies?.edges.map(({ node }) => node) ?? []
  const current = monitor?.onCallPolicy
  const policies = current && !read.some(({ id }) => id === current.id) ? [current, ...read] : read
  if (!may("on_call:read")) return null
  return (
    <DraftChoice
      label="On-call policy"
      name="policyId"
      options={[
        { value: "", label: "Default of the project" },
        ...policies.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}

export function LabelChoice({ monitor }: Props) {
  const { pages, isLimitedToLabels } = useProject()
  const { draft, change } = useDraftForm()
  const labels = useLabels() ?? monitor?.labels ?? []
  const toggle = (id: string, isOn: boolean) => {
    const others = draft.labelIds.filter((one) => one !== id)
    change({ labelIds: isOn ? [...others, id] : others })
  }
  return (
    <fieldset className="field" data-wide data-at="#/labelIds">
      <legend className="legend">Labels</legend>
      <div className="ticks">
        {labels.map(({ id, name, color }) => (
          <label key={id} className="tick">
            <input
              type="checkbox"
              name="labelIds"
              value={id}
              checked={draft.labelIds.includes(id)}
              onChange={({ target }) => toggle(id, target.checked)}
            />
            <span className="dot" style={{ background: color }} /> {name}
          </label>
        ))}
        {labels.length === 0 && (
          <p className="muted small">
            No labels yet. Create them in <Link {...pages.labels}>Settings</Link>.
          </p>
        )}
      </div>
      {isLimitedToLabels && (
        <p className="field-hint">Your access is limited to these labels: keep at least one.</p>
      )}
    </fieldset>
  )
}
