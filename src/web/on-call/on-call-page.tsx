import { getRouteApi, Link } from "@tanstack/react-router"
import { useMemo, useState, type ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { useSession } from "../sign-in/session.ts"
import { Button, ButtonLink } from "../ui/button.tsx"
import { Empty, Failed, Waiting } from "../ui/empty.tsx"
import { dayOf, plusDays, spanOf, type CalendarSpan } from "../ui/calendar-span.ts"
import { Icon } from "../ui/icon.tsx"
import { Segments } from "../ui/segments.tsx"
import { DayAndTime } from "../ui/time.tsx"
import { viewerZone } from "../ui/zone.ts"
import { OnCall, type RotationRow } from "./on-call-documents.ts"
import { Duty } from "./on-call-now.tsx"
import { useOnCallChanges } from "./follow-on-call.ts"
import { OnCallHead } from "./on-call-head.tsx"
import { Readiness } from "./readiness.tsx"
import { CalendarRow, RotationCalendar, tonesOf, type CalendarShift } from "./rotation-calendar.tsx"
import { EndOverride, ShiftDialog } from "./shift-dialog.tsx"
import { SwapList } from "./swap-list.tsx"
import { TakeOverDialog } from "./take-over.tsx"
import { CalendarHint, useCalendarEdit } from "./use-calendar-edit.tsx"
import { useFirstDay } from "./use-first-day.ts"

const route = getRouteApi("/signed-in/frame/projects/$projectId/on-call")

/** Who is on call now and in the coming weeks. */
export function OnCallPage(): ReactNode {
  const { id: projectId, may, pages } = useProject()
  const { from: asked, weeks = 2 } = route.useSearch()
  const first = useFirstDay()
  const span = useMemo(() => spanOf(asked ?? dayOf(first), weeks * 7), [asked, first, weeks])
  const { data, error, isFirst, again } = useRead(OnCall, {
    projectId,
    from: new Date(span.from).toISOString(),
    until: new Date(span.until).toISOString(),
  })
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
      <SwapList swaps={project.pendingSwaps} onChange={again} />
      {duties.length === 0 && rotations.length === 0 ? (
        <Empty title="Nobody is on call yet">
          <p>
            A policy defines who is paged for an alert and in which order. A rotation defines whose
            turn it is.
          </p>
          {may("on_call:write") && (
            <ButtonLink {...pages.newPolicy} variant="accent" icon="plus">
              Create policy
            </ButtonLink>
          )}
        </Empty>
      ) : (
        <Duty duties={duties} />
      )}
      {rotations.length > 0 && <Calendar span={span} rotations={rotations} onChange={again} />}
    </>
  )
}

type CalendarProps = { span: CalendarSpan; rotations: RotationRow[]; onChange(): void }
type Opened =
  | { rotation: RotationRow; shift: CalendarShift }
  | { rotation: RotationRow; shift: null }

function Calendar({ span, rotations, onChange }: CalendarProps) {
  const { may } = useProject()
  const [opened, setOpened] = useState<Opened | null>(null)
  const tones = tonesOf(rotations.flatMap(({ shifts }) => shifts))
  const close = () => setOpened(null)
  const { editOf, dialog } = useCalendarEdit(span, onChange)
  return (
    <section className="stack" aria-label="Calendar">
      <CalendarBar span={span} />
      <div className="card">
        <RotationCalendar span={span}>
          {rotations.map((rotation) => (
            <CalendarRow
              key={rotation.id}
              span={span}
              label={`${rotation.name}, ${span.days.length} days`}
              name={
                <RowName
                  rotation={rotation}
                  onTakeOver={() => setOpened({ rotation, shift: null })}
                  onChange={onChange}
                />
              }
              shifts={rotation.shifts}
              gaps={rotation.gaps}
              tones={tones}
              onShift={(shift) => setOpened({ rotation, shift })}
              edit={editOf(rotation)}
            />
          ))}
        </RotationCalendar>
      </div>
      <p className="muted small">
        Times in {viewerZone()}. {may("on_call:write") && <CalendarHint />}
      </p>
      {dialog}
      {opened?.shift === null && (
        <TakeOverDialog rotation={opened.rotation} onClose={close} onTaken={onChange} />
      )}
      {opened !== null && opened.shift !== null && (
        <ShiftDialog
          rotation={opened.rotation}
          shift={opened.shift}
          onClose={close}
          onChange={onChange}
        />
      )}
    </section>
  )
}

function CalendarBar({ span }: { span: CalendarSpan }) {
  const { weeks = 2 } = route.useSearch()
  const navigate = route.useNavigate()
  const show = (search: { from?: string | undefined; weeks?: 1 | 2 | 4 }) =>
    void navigate({ search: (before) => ({ ...before, ...search }), replace: true })
  const move = (by: number) => show({ from: dayOf(plusDays(span.from, by * weeks * 7)) })
  const isNow = span.from <= Date.now() && Date.now() < span.until
  return (
    <div className="split">
      <Segments
        label="Weeks shown"
        value={`${weeks}`}
        options={[
          { value: "1", label: "1 week" },
          { value: "2", label: "2 weeks" },
          { value: "4", label: "4 weeks" },
        ]}
        onChange={(value) => show({ weeks: value === "1" ? 1 : value === "4" ? 4 : 2 })}
      />
      <div className="row">
        {!isNow && <Button onClick={() => show({ from: undefined })}>Today</Button>}
        <Button aria-label="Earlier" onClick={() => move(-1)}>
          <Icon name="back" size={16} />
        </Button>
        <Button aria-label="Later" onClick={() => move(1)}>
          <Icon name="more" size={16} />
        </Button>
      </div>
    </div>
  )
}

type NameProps = { rotation: RotationRow; onTakeOver(): void; onChange(): void }

function RowName({ rotation: { id, name, onCallNow }, onTakeOver, onChange }: NameProps) {
  const { pages, may } = useProject()
  const session = useSession()
  const isMine = session.state === "signed-in" && session.person.id === onCallNow?.user.id
  return (
    <>
      <Link className="line-name name-link clip" {...pages.rotation(id)}>
        <strong>{name}</strong>
      </Link>
      <span className="muted small">
        {onCallNow === null ? (
          <strong className="tinted" data-mood="bad">
            Nobody is on call now
          </strong>
        ) : (
          <>
            {onCallNow.user.name} until <DayAndTime at={onCallNow.endsAt} />
          </>
        )}
      </span>
      <span className="row">
        {onCallNow?.source === "OVERRIDE" && (may("on_call:write") || isMine) && (
          <EndOverride id={onCallNow.sourceId} onDone={onChange} />
        )}
        {!isMine && may("on_call:write") && <Button onClick={onTakeOver}>Take over…</Button>}
      </span>
    </>
  )
}
