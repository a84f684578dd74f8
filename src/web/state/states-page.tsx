import { getRouteApi } from "@tanstack/react-router"
import { useState, type ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { Missing, Waiting } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Segments } from "../ui/segments.tsx"
import { OrderedWords } from "./ordered-words.tsx"
import { SeverityDialog } from "./severity-dialog.tsx"
import {
  DeleteSeverity,
  DeleteState,
  StatesOfProject,
  UpdateSeverity,
  UpdateState,
  type Severity,
  type State,
} from "./state-documents.ts"
import { meaningWord, StateDialog } from "./state-dialog.tsx"
import "./states-page.css"

const route = getRouteApi("/signed-in/frame/projects/$projectId/settings/states")
const subjects = [
  { value: "INCIDENT", label: "Incidents" },
  { value: "ALERT", label: "Alerts" },
] as const
type Subject = "INCIDENT" | "ALERT"

/** The words that incidents and alerts are described with, in the project's own order. */
export function StatesPage(): ReactNode {
  const { id: projectId, may } = useProject()
  const subject: Subject = route.useSearch().subject === "alerts" ? "ALERT" : "INCIDENT"
  const navigate = route.useNavigate()
  const { data, error, again } = useRead(StatesOfProject, { projectId, subject })
  const [state, editState] = useState<State | "new" | null>(null)
  const [severity, editSeverity] = useState<Severity | "new" | null>(null)
  const updateState = useChange(UpdateState)
  const updateSeverity = useChange(UpdateSeverity)
  const deleteState = useChange(DeleteState)
  const deleteSeverity = useChange(DeleteSeverity)
  const mayWrite = may("project:write")
  const states = data?.project?.states.edges.map(({ node }) => node)
  const severities = data?.project?.severities.edges.map(({ node }) => node)
  const noun = subject === "INCIDENT" ? "incidents" : "alerts"
  return (
    <>
      <PageHead
        title="States and severities"
        sub="How far the work on an incident or alert is, and how severe it is."
      >
        <Segments<Subject>
          label="For"
          value={subject}
          options={subjects}
          onChange={(value) =>
            void navigate({
              search: { subject: value === "ALERT" ? "alerts" : undefined },
              replace: true,
            })
          }
        />
      </PageHead>
      <Missing error={error} onAgain={again} />
      {data === undefined && error === null && <Waiting rows={6} />}
      {states !== undefined && (
        <OrderedWords<State>
          key={`states ${subject}`}
          title="States"
          noun="state"
          text={`A state means open, acknowledged or resolved to automation, whatever you call it. Used by ${noun}.`}
          items={states}
          placeOf={({ order }) => order}
          side={({ meaning, isBuiltIn }) => (
            <>
              <Badge>{meaningWord[meaning]}</Badge>
              {isBuiltIn && <span className="muted small">Built in</span>}
            </>
          )}
          mayWrite={mayWrite}
          onAdd={() => editState("new")}
          onEdit={editState}
          onPlace={(id, order) => updateState.run({ id, order })}
          remove={deleteState}
          refusal={updateState.refusal}
          onChange={again}
        />
      )}
      {severities !== undefined && (
        <OrderedWords<Severity>
          key={`severities ${subject}`}
          title="Severities"
          noun="severity"
          text="Most severe first. The first two are shown on status pages as critical and major."
          items={severities}
          placeOf={({ rank }) => rank}
          side={({ isBuiltIn }) => isBuiltIn && <span className="muted small">Built in</span>}
          mayWrite={mayWrite}
          onAdd={() => editSeverity("new")}
          onEdit={editSeverity}
          onPlace={(id, rank) => updateSeverity.run({ id, rank })}
          remove={deleteSeverity}
          refusal={updateSeverity.refusal}
          onChange={again}
        />
      )}
      {state !== null && (
        <StateDialog
          subject={subject}
          state={state === "new" ? null : state}
          onChange={again}
          onClose={() => editState(null)}
        />
      )}
      {severity !== null && (
        <SeverityDialog
          subject={subject}
          severity={severity === "new" ? null : severity}
          onChange={again}
          onClose={() => editSeverity(null)}
        />
      )}
    </>
  )
}
