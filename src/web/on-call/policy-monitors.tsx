import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { Icon } from "../ui/icon.tsx"
import { Picker } from "../ui/picker.tsx"
import { toast } from "../ui/toast.tsx"
import { MonitorChoices, SetMonitorPolicy, type PolicyRead } from "./policy-documents.ts"
import { counted } from "../ui/counted.ts"
import { Card } from "../ui/card.tsx"

type Props = { policy: PolicyRead; onChange(): void }

/** The monitors whose alerts go by a policy; others can be given to it. */
export function PolicyMonitors({ policy, onChange }: Props) {
  const { pages, may } = useProject()
  const { id, name, isDefault, monitorCount = 0, monitors } = policy
  const set = useChange(SetMonitorPolicy)
  const mayWrite = may("monitors:write")
  const change = async (monitorId: string, policyId: string | null, words: string) => {
    if ((await set.run({ monitorId, policyId })) === null) return
    toast(words)
    onChange()
  }
  const rows = monitors?.edges.map(({ node }) => node) ?? []
  if (monitors === undefined) return null
  return (
    <Card title={<>Used by {counted(monitorCount, "monitor")}</>}>
      {mayWrite && (
        <div className="card-body">
          <AddMonitor
            policyId={id}
            onAdd={(monitorId, monitor) =>
              void change(monitorId, id, `“${monitor}” uses “${name}” now.`)
            }
          />
          {set.refusal !== null && (
            <p className="refused" role="alert">
              {set.refusal.message}
            </p>
          )}
        </div>
      )}
      {rows.length === 0 && <p className="card-body muted">No monitor uses this policy.</p>}
      <ul className="rows">
        {rows.map((monitor) => (
          <li key={monitor.id} className="line-row">
            <Link className="line-name name-link clip" {...pages.monitor(monitor.id)}>
              {monitor.name}
            </Link>
            {monitor.onCallPolicy === null ? (
              <span className="muted small">as the default</span>
            ) : (
              mayWrite && (
                <Button
                  variant="quiet"
                  aria-label={`Stop using it for ${monitor.name}`}
                  onClick={() =>
                    void change(
                      monitor.id,
                      null,
                      isDefault
                        ? `“${monitor.name}” uses the default policy.`
                        : `“${monitor.name}” uses the default policy now.`,
                    )
                  }
                >
                  <Icon name="close" size={16} />
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
      {rows.length < monitorCount && (
        <p className="card-body muted small">The first {rows.length} by name.</p>
      )}
    </Card>
  )
}

type AddProps = { policyId: string; onAdd(monitorId: string, name: string): void }

function AddMonitor({ policyId, onAdd }: AddProps) {
  const { id: projectId } = useProject()
  const [search, setSearch] = useState("")
  const { data } = useRead(MonitorChoices, { projectId, search: search === "" ? null : search })
  const found = data?.project?.monitors.edges.map(({ node }) => node) ?? []
  const options = found
    .filter(({ onCallPolicy }) => onCallPolicy?.id !== policyId)
    .map(({ id, name, onCallPolicy }) => ({
      value: id,
      label: name,
      hint: onCallPolicy === null ? "default policy" : onCallPolicy.name,
    }))
  return (
    <Picker
      label="Use it for another monitor"
      placeholder="Name of a monitor"
      options={options}
      value={null}
      onSearch={setSearch}
      onChange={(value) => {
        const chosen = options.find((option) => option.value === value)
        if (chosen !== undefined) onAdd(chosen.value, chosen.label)
      }}
    />
  )
}
