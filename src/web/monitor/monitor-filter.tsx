import { useState } from "react"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Picker } from "../ui/picker.tsx"
import { MonitorName, MonitorsToChoose } from "./monitor-choice-documents.ts"

type Props = { value: string | undefined; onChange(id: string | null): void }

/** A project has more monitors than a menu can hold, so they are found by typing. */
export function MonitorFilter({ value, onChange }: Props) {
  const { id: projectId, may } = useProject()
  const pause = !may("monitors:read")
  const [text, setText] = useState("")
  const { data } = useRead(MonitorsToChoose, { projectId, search: text }, { pause })
  const { data: chosen } = useRead(
    MonitorName,
    { id: value ?? "" },
    { pause: pause || value === undefined },
  )
  const found = data?.project?.monitors.edges.map(({ node }) => node) ?? []
  const own = value === undefined ? null : chosen?.monitor
  const all = own && !found.some(({ id }) => id === own.id) ? [own, ...found] : found
  if (pause) return null
  return (
    <div className="filter-picker">
      <Picker
        label="Monitor"
        placeholder="Monitor"
        isOptional={value !== undefined}
        value={value ?? null}
        options={all.map(({ id, name }) => ({ value: id, label: name }))}
        onSearch={setText}
        onChange={onChange}
      />
    </div>
  )
}
