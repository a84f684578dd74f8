import type { ReactNode } from "react"
import { useEffect, useId, useRef, useState } from "react"
import { Button } from "./button.tsx"
import { DialogContext } from "./dialog-container.ts"

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

type Ask = {
  title: string
  text: ReactNode
  verb: string
  isBusy: boolean
  refusal: string | null
  onYes(): void
  onClose(): void
}

/** Confirms an action that cannot be undone; "Cancel" has the focus. */
export const Confirm = ({ title, text, verb, isBusy, refusal, onYes, onClose }: Ask) => (
  <Dialog title={title} onClose={onClose}>
    <p>{text}</p>
    {refusal !== null && (
      <p className="refused" role="alert">
        {refusal}
      </p>
    )}
    <div className="dialog-foot">
      <Button autoFocus onClick={onClose}>
        Cancel
      </Button>
      <Button variant="danger" isBusy={isBusy} onClick={onYes}>
        {verb}
      </Button>
    </div>
  </Dialog>
)
