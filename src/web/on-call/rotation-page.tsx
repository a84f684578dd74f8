import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { useMemo, useState, type ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { NoItem } from "../project/no-item.tsx"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { ButtonLink } from "../ui/button.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { DayAndTime } from "../ui/time.tsx"
import { CalendarImport } from "./calendar-import.tsx"
import { dayOf, spanOf } from "../ui/calendar-span.ts"
import { useOnCallChanges } from "./follow-on-call.ts"
import { Avatar } from "./person.tsx"
import { CalendarRow, RotationCalendar, tonesOf, type CalendarShift } from "./rotation-calendar.tsx"
import { Rotation, type LayerView } from "./rotation-documents.ts"
import { handOverInWords, restrictionInWords } from "./rotation-draft.ts"
import { RotationMenu } from "./rotation-menu.tsx"
import { ShiftDialog } from "./shift-dialog.tsx"
import { CalendarHint, useCalendarEdit } from "./use-calendar-edit.tsx"
import { useFirstDay } from "./use-first-day.ts"
import "./on-call.css"
import "./rotations.css"
import { Card } from "../ui/card.tsx"

const route = getRouteApi("/signed-in/frame/projects/$projectId/on-call/rotations/$rotationId")

export function RotationPage(): ReactNode {
  const { id: projectId, may, pages } = useProject()
  const { rotationId: id } = route.useParams()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<CalendarShift | null>(null)
  const first = useFirstDay()
  const span = useMemo(() => spanOf(dayOf(first), 28), [first])
  const read = useRead(Rotation, {
    id,
    from: new Date(span.from).toISOString(),
    until: new Date(span.until).toISOString(),
  })
  const { data, again } = read
  useOnCallChanges(projectId, again)
  const { editOf, dialog } = useCalendarEdit(span, again)
  const back = { label: "Rotations", ...pages.rotations }
  const rotation = data?.rotation
  if (!rotation) return <NoItem noun="Rotation" read={read} back={back} />
  const { name, description, timeZone, layers, shifts, gaps, calendar } = rotation
  const mayWrite = may("on_call:write")
  return (
    <>
      <PageHead
        title={name}
        back={back}
        sub={
          <>
            {description !== "" && <span className="words">{description} · </span>}
            {timeZone}
          </>
        }
      >
        {mayWrite && (
          <ButtonLink {...pages.editRotation(id)} variant="accent">
            Edit
          </ButtonLink>
        )}
        <RotationMenu
          rotation={rotation}
          hasEdit={false}
          onDeleted={() => void navigate({ to: back.to, params: back.params, replace: true })}
        />
      </PageHead>
      <section className="card" aria-label="Next 4 weeks">
        <RotationCalendar span={span}>
          <CalendarRow
            span={span}
            label={`${name}, 4 weeks`}
            name={
              <>
                <strong>{name}</strong>
                <span className="muted small">4 weeks</span>
              </>
            }
            shifts={shifts}
            gaps={gaps}
            tones={tonesOf(shifts)}
            onShift={setOpened}
            edit={editOf(rotation)}
          />
        </RotationCalendar>
      </section>
      {mayWrite && (
        <p className="muted small">
          <CalendarHint />
        </p>
      )}
      {dialog}
      {opened !== null && (
        <ShiftDialog
          rotation={rotation}
          shift={opened}
          onClose={() => setOpened(null)}
          onChange={again}
        />
      )}
      <div className="with-pane">
        <Card
          title="Layers"
          side={
            layers.length > 1 && <span className="muted small">A later layer takes precedence</span>
          }
        >
          {layers.length === 0 && <p className="card-body muted">No layers: nobody is on call.</p>}
          <ul className="rows layer-lines">
            {layers.map((layer) => (
              <Layer key={layer.id} layer={layer} />
            ))}
          </ul>
        </Card>
        <CalendarImport rotationId={id} calendar={calendar} onChange={again} />
      </div>
    </>
  )
}

function Layer({
  layer: { name, startsAt, endsAt, handOver, participants, restrictions },
}: {
  layer: LayerView
}) {
  const now = new Date().toISOString()
  return (
    <li>
      <h3>
        {name}{" "}
        {startsAt > now && (
          <Badge>
            Starts <DayAndTime at={startsAt} />
          </Badge>
        )}
        {endsAt !== null && (
          <Badge>
            {endsAt > now ? "Ends" : "Ended"} <DayAndTime at={endsAt} />
          </Badge>
        )}
      </h3>
      <ol className="layer-turns" aria-label={`Turns of ${name}`}>
        {participants.map((person, at) => (
          <li key={at}>
            {person === null ? (
              <span className="muted">Deleted account</span>
            ) : (
              <>
                <Avatar name={person.name} isSmall />
                {person.name}
                {!person.isMember && <Badge tone="bad">Left</Badge>}
              </>
            )}
          </li>
        ))}
      </ol>
      <p className="muted small">
        {handOverInWords(handOver)} ·{" "}
        {restrictions.length === 0
          ? "always active"
          : `active ${restrictions.map(restrictionInWords).join(", ")}`}
      </p>
    </li>
  )
}
