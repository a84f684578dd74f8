import { Link } from "@tanstack/react-router"
import { LabelsOfProject } from "../label/label-documents.ts"
import { useRead } from "../live/live-read.ts"
import { Choice } from "../ui/field.tsx"
import { useProject } from "../project/project-context.ts"
import type { MonitorWhole } from "./monitor-documents.ts"
import { MonitorNames } from "./monitor-documents.ts"

type Props = { monitor: MonitorWhole | undefined }

/** The parent monitor: while it is offline, no outage of this monitor is declared. */
export function ParentChoice({ monitor }: Props) {
  const { id: projectId } = useProject()
  const { data } = useRead(MonitorNames, { projectId })
  const monitors = data?.project?.monitors.edges.map(({ node }) => node)
  const others = (monitors ?? []).filter(({ id }) => id !== monitor?.id)
  const parent = monitor?.parent
  // The current parent is an option before the list has loaded.
  const all = parent && !others.some(({ id }) => id === parent.id) ? [parent, ...others] : others
  return (
    <Choice
      key={String(monitors !== undefined)}
      label="Depends on"
      name="parentId"
      at="#/parentId"
      defaultValue={parent?.id ?? ""}
    >
      <option value="">Nothing</option>
      {all.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Choice>
  )
}

export function LabelChoice({ monitor }: Props) {
  const { id: projectId } = useProject()
  const { data } = useRead(LabelsOfProject, { id: projectId })
  const worn = monitor?.labels ?? []
  const labels = data?.project?.labels.edges.map(({ node }) => node) ?? worn
  return (
    <fieldset className="field" data-wide key={String(data !== undefined)}>
      <legend className="legend">Labels</legend>
      <div className="ticks">
        {labels.map(({ id, name, color }) => (
          <label key={id} className="tick">
            <input
              type="checkbox"
              name="labelIds"
              value={id}
              defaultChecked={worn.some((label) => label.id === id)}
            />
            <span className="dot" style={{ background: color }} /> {name}
          </label>
        ))}
        {labels.length === 0 && (
          <p className="muted small">
            No labels yet. Create them in{" "}
            <Link to="/projects/$projectId/settings/labels" params={{ projectId }}>
              Settings
            </Link>
            .
          </p>
        )}
      </div>
    </fieldset>
  )
}
