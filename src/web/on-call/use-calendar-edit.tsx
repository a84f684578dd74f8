import { useState, type ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { Dialog } from "../ui/dialog.tsx"
import { toast } from "../ui/toast.tsx"
import type { CalendarSpan } from "../ui/calendar-span.ts"
import { momentInWords } from "./calendar-place.ts"
import type { CalendarEdit } from "./rotation-calendar.tsx"
import { UpdateOverride } from "./override-documents.ts"
import { OverrideForm } from "./override-form.tsx"

type Named = { id: string; name: string }
type Days = { rotation: Named; startsAt: number; endsAt: number }

const minuteMs = 60_000

/** What dragging in a calendar does: days become an override, and an override gets another end. */
export function useCalendarEdit(
  span: CalendarSpan,
  onChange: () => void,
): { editOf(rotation: Named): CalendarEdit | undefined; dialog: ReactNode } {
  const { may } = useProject()
  const update = useChange(UpdateOverride)
  const [days, setDays] = useState<Days | null>(null)
  const isOver = span.until <= Date.now()
  const end = async (id: string, name: string, before: string, endsAt: string) => {
    if ((await update.run({ id, endsAt })) === null) return false
    toast(`The override of ${name} ends ${momentInWords(endsAt)}`, {
      undo: () => void update.run({ id, endsAt: before }).then(onChange),
    })
    onChange()
    return true
  }
  return {
    editOf: (rotation) =>
      may("on_call:write") && !isOver
        ? {
            onDays(startsAt, endsAt) {
              const now = Math.floor(Date.now() / minuteMs) * minuteMs
              setDays({ rotation, startsAt: Math.max(startsAt, now), endsAt })
            },
            onEnd: ({ sourceId, user, endsAt: before }, endsAt) =>
              end(sourceId, user.name, before, new Date(endsAt).toISOString()),
          }
        : undefined,
    dialog: (
      <>
        {update.refusal !== null && (
          <p className="refused" role="alert">
            {update.refusal.message}
          </p>
        )}
        {days !== null && (
          <Dialog title={`Override “${days.rotation.name}”`} onClose={() => setDays(null)}>
            <OverrideForm
              rotationId={days.rotation.id}
              startsAt={new Date(days.startsAt).toISOString()}
              endsAt={new Date(days.endsAt).toISOString()}
              onClose={() => setDays(null)}
              onDone={() => {
                setDays(null)
                onChange()
              }}
            />
          </Dialog>
        )}
      </>
    ),
  }
}

/** Says how, for people who use a mouse or keys; the days of a phone are too narrow. */
export const CalendarHint = () => (
  <span className="calendar-hint">
    Drag over days to override them, and drag the end of an override to change it.
  </span>
)
