import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { useSession } from "../sign-in/session.ts"
import { Button } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Refused } from "../ui/field.tsx"
import { DayAndTime } from "../ui/time.tsx"
import { toast } from "../ui/toast.tsx"
import { DeleteOverride } from "./override-documents.ts"
import { OverrideForm } from "./override-form.tsx"
import { Avatar } from "./person.tsx"
import type { CalendarShift } from "./rotation-calendar.tsx"
import { SwapForm } from "./swap-form.tsx"
import "./swaps.css"

type Props = {
  rotation: { id: string; name: string }
  shift: CalendarShift
  onClose(): void
  onChange(): void
}

/** One shift, and what the viewer may do with it: replace it, offer it, or change the override it comes from. */
export function ShiftDialog({ rotation, shift, onClose, onChange }: Props) {
  const { may } = useProject()
  const session = useSession()
  const [step, setStep] = useState<"shown" | "override" | "edit" | "swap">("shown")
  const isMine = session.state === "signed-in" && session.person.id === shift.user.id
  const isOverride = shift.source === "OVERRIDE"
  const isOver = Date.parse(shift.endsAt) <= Date.now()
  const done = () => {
    onChange()
    onClose()
  }
  const titles = {
    shown: rotation.name,
    override: "Override this shift",
    edit: "Change override",
    swap: "Offer this shift",
  }
  return (
    <Dialog title={titles[step]} onClose={onClose}>
      {step === "shown" && (
        <>
          <p className="shift-who">
            <Avatar name={shift.user.name} />
            <span>
              <strong>{shift.user.name}</strong>
              {isOverride && <span className="muted"> · override</span>}
              <br />
              <span className="muted small">
                <DayAndTime at={shift.startsAt} /> to <DayAndTime at={shift.endsAt} />
              </span>
            </span>
          </p>
          <div className="dialog-foot">
            <Button onClick={onClose}>Close</Button>
            {!isOver && isMine && (
              <Button autoFocus onClick={() => setStep("swap")}>
                Offer to swap…
              </Button>
            )}
            {!isOver && isOverride && may("on_call:write") && (
              <Button onClick={() => setStep("edit")}>Change…</Button>
            )}
            {!isOver && isOverride && (may("on_call:write") || isMine) && (
              <EndOverride id={shift.sourceId} onDone={done} />
            )}
            {!isOver && !isOverride && (may("on_call:write") || isMine) && (
              <Button variant="accent" onClick={() => setStep("override")}>
                Override…
              </Button>
            )}
          </div>
        </>
      )}
      {step === "override" && (
        <OverrideForm
          rotationId={rotation.id}
          {...aheadOf(shift)}
          onClose={onClose}
          onDone={done}
        />
      )}
      {step === "edit" && (
        <OverrideForm
          rotationId={rotation.id}
          overrideId={shift.sourceId}
          startsAt={shift.startsAt}
          endsAt={shift.endsAt}
          onClose={onClose}
          onDone={done}
        />
      )}
      {step === "swap" && (
        <SwapForm rotationId={rotation.id} {...aheadOf(shift)} onClose={onClose} onDone={done} />
      )}
    </Dialog>
  )
}

/** The rest of a shift that has begun. */
function aheadOf({ startsAt, endsAt }: CalendarShift) {
  const minuteMs = 60_000
  const now = Math.floor(Date.now() / minuteMs) * minuteMs
  return { startsAt: new Date(Math.max(Date.parse(startsAt), now)).toISOString(), endsAt }
}

/** Ends an override that has begun, deletes one that has not. */
export function EndOverride({ id, onDone }: { id: string; onDone(): void }) {
  const remove = useChange(DeleteOverride)
  const end = async () => {
    if ((await remove.run({ id })) === null) return
    toast("Override ended")
    onDone()
  }
  return (
    <>
      {remove.refusal !== null && <Refused refusal={remove.refusal} />}
      <Button isBusy={remove.isRunning} onClick={() => void end()}>
        End override
      </Button>
    </>
  )
}
