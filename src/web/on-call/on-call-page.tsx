import type { ReactNode } from "react"
import { useMemo, useState } from "react"
import { useRead } from "../live/live-read.ts"
import { Button, ButtonLink } from "../ui/button.tsx"
import { Empty, Failed, Waiting } from "../ui/empty.tsx"
import { DayAndTime } from "../ui/time.tsx"
import { useProject } from "../project/project-context.ts"
import type { RotationRow } from "./on-call-documents.ts"
import { OnCall } from "./on-call-documents.ts"
import { Duty } from "./on-call-now.tsx"
import { useOnCallChanges } from "./follow-on-call.ts"
import { OnCallHead } from "./on-call-head.tsx"
import { Readiness } from "./readiness.tsx"
import { Schedule } from "./schedule.tsx"
import { TakeOverDialog } from "./take-over.tsx"

const daysAhead = 14
const dayMs = 86_400_000

/** Midnight in the viewer's time zone, so that the schedule shows the viewer's days. */
function span(): { from: string; until: string } {
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  const until = new Date(midnight.getTime() + daysAhead * dayMs)
  return { from: midnight.toISOString(), until: until.toISOString() }
}

export function OnCallPage(): ReactNode {
  const { id: projectId, may } = useProject()
  const { from, until } = useMemo(span, [])
  const { data, error, isFirst, again } = useRead(OnCall, { projectId, from, until })
  useOnCallChanges(projectId, again)
  const project = data?.project

  if (!project) {
    return (
      <>
        <OnCallHead title="On call" />
        {isFirst ? (
          <Waiting rows={4} />
        ) : (
          <Failed message={error ?? "Project not found."} onAgain={again} />
        )}
      </>
    )
  }
  const duties = project.onCallNow.edges.map(({ node }) => node)
  const rotations = project.rotations.edges.map(({ node }) => node)
  return (
    <>
      <OnCallHead title="On call" />
      <Readiness warnings={project.onCallReadiness.warnings} />
      {duties.length === 0 && rotations.length === 0 ? (
        <Empty title="Nobody is on call yet">
          <p>
            A policy defines who is paged for an alert and in which order. A rotation defines whose
            turn it is.
          </p>
          {may("on_call:write") && (
            <ButtonLink
              to="/projects/$projectId/on-call/policies/new"
              params={{ projectId }}
              variant="accent"
              icon="plus"
            >
              Create policy
            </ButtonLink>
          )}
        </Empty>
      ) : (
        <Duty duties={duties} />
      )}
      {rotations.map((rotation) => (
        <Rotation key={rotation.id} rotation={rotation} from={from} onChange={again} />
      ))}
    </>
  )
}

type RotationProps = { rotation: RotationRow; from: string; onChange(): void }

function Rotation({ rotation, from, onChange }: RotationProps) {
  const { may } = useProject()
  const [isTaking, setIsTaking] = useState(false)
  const { id, name, timeZone, onCallNow } = rotation
  return (
    <section className="card" aria-labelledby={`rotation-${id}`}>
      <div className="card-head">
        <div>
          <h2 id={`rotation-${id}`}>{name}</h2>
          <p className="muted small">
            {onCallNow === null ? (
              <strong className="tinted" data-mood="bad">
                Nobody is on call now
              </strong>
            ) : (
              <>
                {onCallNow.user.name} until <DayAndTime at={onCallNow.endsAt} />
              </>
            )}
            {" · "}handoffs in {timeZone}
          </p>
        </div>
        {may("on_call:write") && <Button onClick={() => setIsTaking(true)}>Take over…</Button>}
      </div>
      <Schedule rotation={rotation} from={from} days={daysAhead} />
      {isTaking && (
        <TakeOverDialog rotation={rotation} onClose={() => setIsTaking(false)} onTaken={onChange} />
      )}
    </section>
  )
}
