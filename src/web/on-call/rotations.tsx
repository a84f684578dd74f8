import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { ButtonLink } from "../ui/button.tsx"
import { Empty } from "../ui/empty.tsx"
import { DayAndTime } from "../ui/time.tsx"
import { PageRows } from "../project/page-rows.tsx"
import { useOnCallChanges } from "./follow-on-call.ts"
import { OnCallHead } from "./on-call-head.tsx"
import { Avatar } from "./person.tsx"
import { Rotations as RotationsDocument, type RotationLine } from "./rotation-documents.ts"
import { RotationMenu } from "./rotation-menu.tsx"
import "./rotations.css"
import { counted } from "../ui/counted.ts"

const peopleShown = 6

export function Rotations(): ReactNode {
  const { id: projectId, may, pages } = useProject()
  const { data, error, again } = useRead(RotationsDocument, { projectId })
  useOnCallChanges(projectId, again)
  const rotations = data?.project?.rotations.edges.map(({ node }) => node)
  const create = may("on_call:write") && (
    <ButtonLink {...pages.newRotation} variant="accent" icon="plus">
      Create rotation
    </ButtonLink>
  )
  return (
    <>
      <OnCallHead title="Rotations" sub="Whose turn it is to be on call">
        {create}
      </OnCallHead>
      <PageRows
        list={{ rows: rotations, error, again }}
        waiting={4}
        empty={
          <Empty title="No rotations yet">
            <p>A rotation hands over between people by the week, the day or the hour.</p>
            {create}
          </Empty>
        }
      >
        {(rotation) => <Row key={rotation.id} rotation={rotation} onChange={again} />}
      </PageRows>
    </>
  )
}

function Row({ rotation, onChange }: { rotation: RotationLine; onChange(): void }) {
  const { pages } = useProject()
  const { id, name, timeZone, onCallNow, layers } = rotation
  const people = new Map(
    layers.flatMap(({ participants }) =>
      participants.flatMap((person) =>
        person === null ? [] : [[person.id, person.name] as const],
      ),
    ),
  )
  return (
    <li className="rotation-row grid-row hovers">
      <div className="rotation-name">
        <Link className="row-link" {...pages.rotation(id)}>
          {name}
        </Link>
        <span className="muted small">
          {timeZone} · {counted(layers.length, "layer")}
        </span>
      </div>
      <div className="rotation-now">
        {onCallNow === null ? (
          <Badge tone="bad">Nobody on call</Badge>
        ) : (
          <>
            <Avatar name={onCallNow.user.name} />
            <div>
              <span>{onCallNow.user.name}</span>
              <span className="muted small">
                until <DayAndTime at={onCallNow.endsAt} />
              </span>
            </div>
          </>
        )}
      </div>
      <div className="rotation-people">
        {[...people].slice(0, peopleShown).map(([personId, person]) => (
          <span key={personId} title={person}>
            <Avatar name={person} isSmall />
          </span>
        ))}
        <span className="muted small">{counted(people.size, "person", "people")}</span>
      </div>
      <RotationMenu rotation={rotation} onDeleted={onChange} />
    </li>
  )
}
