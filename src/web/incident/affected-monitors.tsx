import { useState } from "react"
import { useRead } from "../live/live-read.ts"
import { MonitorsToChoose } from "../monitor/monitor-choice-documents.ts"
import { useProject } from "../project/project-context.ts"
import { MultiPicker } from "../ui/picker.tsx"
import { SmallChoice } from "../ui/small-choice.tsx"

export const announcedStatuses = ["OFFLINE", "DEGRADED", "OPERATIONAL"] as const
export type AnnouncedStatus = (typeof announcedStatuses)[number]
export const announcedWord: Record<AnnouncedStatus, string> = {
  OFFLINE: "Offline",
  DEGRADED: "Degraded",
  OPERATIONAL: "Operational",
}

export type Affected = { id: string; name: string; status: AnnouncedStatus }

/** What the server expects. */
export const announcedOf = (affected: readonly Affected[]) =>
  affected.map(({ id, status }) => ({ monitorId: id, status }))

type Props = { value: readonly Affected[]; onChange(affected: Affected[]): void }

/** Several monitors of the project, each with the status that status pages show. */
export function AffectedMonitors({ value, onChange }: Props) {
  const { id: projectId } = useProject()
  const [search, setSearch] = useState("")
  const { data } = useRead(MonitorsToChoose, { projectId, search })
  const found = data?.project?.monitors.edges.map(({ node }) => node) ?? []
  const all = [...value.filter(({ id }) => !found.some((one) => one.id === id)), ...found]
  const nameOf = (id: string) => all.find((one) => one.id === id)?.name ?? id
  return (
    <div className="stack tight">
      <MultiPicker
        label="Affected monitors"
        at="#/monitors"
        placeholder={value.length === 0 ? "Search monitors" : "Add another"}
        hint="Status pages show the worse of the status set here and the checked one."
        options={all.map(({ id, name }) => ({ value: id, label: name }))}
        values={value.map(({ id }) => id)}
        onSearch={setSearch}
        onChange={(ids) =>
          onChange(
            ids.map(
              (id) =>
                value.find((one) => one.id === id) ?? {
                  id,
                  name: nameOf(id),
                  status: "OFFLINE" as const,
                },
            ),
          )
        }
      />
      {value.length > 0 && (
        <ul className="affected-list">
          {value.map((one) => (
            <li key={one.id}>
              <span className="clip">{one.name}</span>
              <SmallChoice
                label={`Status of ${one.name}`}
                value={one.status}
                options={announcedStatuses.map((status) => ({
                  value: status,
                  label: announcedWord[status],
                }))}
                onChange={(chosen) => {
                  const status = announcedStatuses.find((word) => word === chosen)
                  if (status === undefined) return
                  onChange(value.map((each) => (each.id === one.id ? { ...each, status } : each)))
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
