import { useState } from "react"
import { useClient } from "urql"
import { useLabels } from "../label/use-labels.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import type { FieldProps } from "../ui/field.tsx"
import { Menu } from "../ui/menu.tsx"
import { MultiPicker } from "../ui/picker.tsx"
import { MonitorsToChoose } from "./monitor-choice-documents.ts"

type Chosen = { id: string; name: string }

type Props = FieldProps & {
  name: string
  defaultChosen?: readonly Chosen[]
  /** Monitors that cannot be chosen. */
  without?: ReadonlySet<string>
  isDisabled?: boolean
  onChoose?(ids: string[]): void
}

/** Several monitors of the project, found on the server by typing, or all with a label. */
export function MonitorChoice({ without, defaultChosen = [], onChoose, ...field }: Props) {
  const { id: projectId } = useProject()
  const client = useClient()
  const [search, setSearch] = useState("")
  const [chosen, setChosen] = useState<readonly Chosen[]>(defaultChosen)
  const choose = (next: readonly Chosen[]) => {
    setChosen(next)
    onChoose?.(next.map(({ id }) => id))
  }
  const { data } = useRead(MonitorsToChoose, { projectId, search })
  const found = data?.project?.monitors.edges.map(({ node }) => node) ?? []
  const labels = useLabels() ?? []
  const options = [
    ...found
      .filter(({ id }) => without?.has(id) !== true)
      .map(({ id, name, labels }) => ({
        value: id,
        label: name,
        ...(labels.length > 0 ? { hint: labels.map((label) => label.name).join(", ") } : {}),
      })),
    ...chosen
      .filter(({ id }) => !found.some((one) => one.id === id))
      .map(({ id, name }) => ({ value: id, label: name })),
  ]
  const addLabel = async (labelId: string) => {
    const { data } = await client
      .query(MonitorsToChoose, { projectId, labelIds: [labelId] })
      .toPromise()
    const labeled = data?.project?.monitors.edges.map(({ node }) => node) ?? []
    choose([
      ...chosen,
      ...labeled.filter(
        ({ id }) => without?.has(id) !== true && !chosen.some((one) => one.id === id),
      ),
    ])
  }
  return (
    <div className="monitor-choice" data-wide={field.wide || undefined}>
      <MultiPicker
        {...field}
        placeholder="Search monitors"
        options={options}
        values={chosen.map(({ id }) => id)}
        onSearch={setSearch}
        onChange={(ids) =>
          choose(
            ids.map((id) => ({
              id,
              name: options.find(({ value }) => value === id)?.label ?? id,
            })),
          )
        }
      />
      {labels.length > 0 && field.isDisabled !== true && (
        <Menu
          label="Add all monitors with a label"
          trigger={
            <button type="button" className="as-link small">
              Add all with a label…
            </button>
          }
          items={labels.map(({ id, name }) => ({ label: name, run: () => void addLabel(id) }))}
        />
      )}
    </div>
  )
}
