import { getRouteApi } from "@tanstack/react-router"
import { useMemo, useState, type ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { DateTimeField } from "../ui/date-time-field.tsx"
import { Failed, Missing, Waiting } from "../ui/empty.tsx"
import { Picker } from "../ui/picker.tsx"
import { Segments } from "../ui/segments.tsx"
import { useOnCallChanges } from "./follow-on-call.ts"
import { OnCallHead } from "./on-call-head.tsx"
import { ReadinessList } from "./readiness-list.tsx"
import { SimulateMonitor, SimulatePolicy, SimulationChoices } from "./simulation-documents.ts"
import { SimulationSteps } from "./simulation-steps.tsx"
import "./simulate.css"

const route = getRouteApi("/signed-in/frame/projects/$projectId/on-call/simulate")

/** Plays an alert through: who would be paged, by which method, after how long. */
export function Simulate(): ReactNode {
  const { id: projectId } = useProject()
  const { monitor = null, policy = null, urgency = "HIGH", at } = route.useSearch()
  const navigate = route.useNavigate()
  const [search, setSearch] = useState("")
  const { data, error, isFirst, again } = useRead(SimulationChoices, {
    projectId,
    search: search === "" ? null : search,
  })
  useOnCallChanges(projectId, again)
  const project = data?.project
  const policies = project?.onCallPolicies.edges.map(({ node }) => node) ?? []
  const monitors = project?.monitors?.edges.map(({ node }) => node) ?? []
  const [by, setBy] = useState<"monitor" | "policy">(monitor === null ? "policy" : "monitor")
  const fallback = (policies.find(({ isDefault }) => isDefault) ?? policies[0])?.id ?? null
  const policyId = by === "policy" ? (policy ?? fallback) : null
  const monitorId = by === "monitor" ? (monitor ?? monitors[0]?.id ?? null) : null
  const change = (words: Partial<ReturnType<typeof route.useSearch>>) =>
    void navigate({ search: (before) => ({ ...before, ...words }), replace: true })
  return (
    <>
      <OnCallHead title="Simulate" sub="Play an alert through: nobody is paged" />
      {isFirst && <Waiting rows={4} />}
      {!project && !isFirst && <Failed message={error ?? "Project not found."} onAgain={again} />}
      {project && (
        <div className="with-pane">
          <section className="stack" aria-label="Simulation">
            <div className="simulate-form card">
              {project.monitors && (
                <div className="field">
                  <span className="legend">Alert of</span>
                  <Segments
                    label="Alert of"
                    value={by}
                    options={[
                      { value: "policy", label: "Policy" },
                      { value: "monitor", label: "Monitor" },
                    ]}
                    onChange={setBy}
                  />
                </div>
              )}
              {by === "policy" ? (
                <Picker
                  key="policy"
                  label="Policy"
                  options={policies.map(({ id, name, isDefault }) => ({
                    value: id,
                    label: name,
                    ...(isDefault ? { hint: "default" } : {}),
                  }))}
                  value={policyId}
                  onChange={(value) => change({ policy: value ?? undefined, monitor: undefined })}
                />
              ) : (
                <Picker
                  key="monitor"
                  label="Monitor"
                  options={monitors.map(({ id, name }) => ({ value: id, label: name }))}
                  value={monitorId}
                  onSearch={(text) =>
                    setSearch(monitors.some(({ name }) => name === text) ? "" : text)
                  }
                  onChange={(value) => change({ monitor: value ?? undefined, policy: undefined })}
                />
              )}
              <div className="field">
                <span className="legend">Urgency</span>
                <Segments
                  label="Urgency"
                  value={urgency}
                  options={[
                    { value: "HIGH", label: "High" },
                    { value: "LOW", label: "Low" },
                  ]}
                  onChange={(value) => change({ urgency: value })}
                />
              </div>
              <DateTimeField
                label="Raised at"
                name="at"
                defaultValue={at ?? null}
                onChange={(time) => change({ at: time ?? undefined })}
              />
            </div>
            <Result policyId={policyId} monitorId={monitorId} urgency={urgency} at={at} />
          </section>
          <ReadinessList readiness={project.onCallReadiness} />
        </div>
      )}
    </>
  )
}

type ResultProps = {
  policyId: string | null
  monitorId: string | null
  urgency: "HIGH" | "LOW"
  at: string | undefined
}

function Result({ policyId, monitorId, urgency, at }: ResultProps) {
  const { id: projectId } = useProject()
  const now = useMemo(() => new Date().toISOString(), [])
  const time = { at: at ?? now, urgency }
  const ofMonitor = useRead(
    SimulateMonitor,
    { monitorId: monitorId ?? "", ...time },
    { pause: monitorId === null },
  )
  const ofPolicy = useRead(
    SimulatePolicy,
    { policyId: policyId ?? "", ...time },
    { pause: policyId === null },
  )
  useOnCallChanges(projectId, () => (monitorId === null ? ofPolicy.again() : ofMonitor.again()))
  if (policyId === null && monitorId === null) {
    return <p className="muted">Create a policy or a monitor first.</p>
  }
  const { error, isFirst, again } = monitorId === null ? ofPolicy : ofMonitor
  const simulation =
    monitorId === null ? ofPolicy.data?.onCallPolicy?.simulation : ofMonitor.data?.simulateAlert
  if (isFirst) return <Waiting rows={4} />
  return (
    <>
      <Missing error={error} onAgain={again} />
      {simulation && <SimulationSteps simulation={simulation} at={time.at} />}
    </>
  )
}
