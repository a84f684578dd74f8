import type { ComponentProps, ReactNode } from "react"
import { Dialog, DialogFoot } from "./dialog.tsx"
import { Form } from "./field.tsx"
import type { Refusal } from "./refusal.ts"

type Props = Pick<ComponentProps<typeof Form>, "onSend"> & {
  title: string
  /** The changes of which the form sends one. */
  changes: readonly { refusal: Refusal | null; isRunning: boolean }[]
  /** What sending the form does. */
  verb: ReactNode
  /** True while something is missing that the form does not check itself. */
  isBlocked?: boolean
  onClose(): void
  children: ReactNode
}

/** A dialog that consists of a form. */
export const FormDialog = (props: Props) => {
  const { title, changes, verb, isBlocked = false, onClose, children, ...form } = props
  const refusal = changes.map((change) => change.refusal).find((one) => one !== null) ?? null
  return (
    <Dialog title={title} onClose={onClose}>
      <Form className="stack" refusal={refusal} {...form}>
        {children}
        <DialogFoot
          isBusy={isBlocked || changes.some(({ isRunning }) => isRunning)}
          onClose={onClose}
        >
          {verb}
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
