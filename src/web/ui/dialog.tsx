import { useEffect, useId, useRef, useState, type ReactNode } from "react"
import { Button, Submit } from "./button.tsx"
import { DialogContext } from "./dialog-container.ts"
import type { Refusal } from "./refusal.ts"

type Props = { title: string; onClose(): void; children: ReactNode }

/**
 * The browser's modal dialog: traps the focus, closes on Escape and returns the focus. A press beside it closes it
 * only if nothing was entered.
 */
export function Dialog({ title, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [element, setElement] = useState<HTMLDialogElement | null>(null)
  const isTyped = useRef(false)
  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    setElement(dialog)
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onInput={() => {
        isTyped.current = true
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget && !isTyped.current) onClose()
      }}
    >
      <div className="dialog-body">
        <h2 id={id}>{title}</h2>
        <DialogContext value={element}>{children}</DialogContext>
      </div>
    </dialog>
  )
}

type FootProps = { isBusy: boolean; onClose(): void; children: ReactNode }

/** The buttons of a form in a dialog; the children say what sending it does. */
export const DialogFoot = ({ isBusy, onClose, children }: FootProps) => (
  <div className="dialog-foot">
    <Button onClick={onClose}>Cancel</Button>
    <Submit isBusy={isBusy}>{children}</Submit>
  </div>
)

type Ask = {
  title: string
  text: ReactNode
  verb: string
  /** What is confirmed, while it runs and once it was refused. */
  change?: { isRunning: boolean; refusal: Refusal | null }
  onYes(): void
  onClose(): void
  /** Below the text. */
  children?: ReactNode
}

/** Confirms an action that cannot be undone; "Cancel" has the focus. */
export const Confirm = ({ title, text, verb, change, onYes, onClose, children }: Ask) => (
  <Dialog title={title} onClose={onClose}>
    <p>{text}</p>
    {children}
    {change?.refusal && (
      <p className="refused" role="alert">
        {change.refusal.message}
      </p>
    )}
    <div className="dialog-foot">
      <Button autoFocus onClick={onClose}>
        Cancel
      </Button>
      <Button variant="danger" isBusy={change?.isRunning ?? false} onClick={onYes}>
        {verb}
      </Button>
    </div>
  </Dialog>
)
