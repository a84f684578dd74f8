import { useId, type ReactNode } from "react"
import { Form } from "../ui/field.tsx"
import type { Refusal } from "../ui/refusal.ts"
import { useBuilder } from "./builder-context.ts"
import { SaveBar } from "./save-bar.tsx"

type Props = {
  title: string
  text?: string
  isDirty: boolean
  isBusy: boolean
  refusal: Refusal | null
  verb?: string
  onSend(form: FormData): Promise<void>
  onDiscard(): void
  children: ReactNode
}

/** Settings of a page that are saved or discarded together. */
export function FormCard({ title, text, refusal, onSend, children, ...bar }: Props) {
  const { mayWrite } = useBuilder()
  const id = useId()
  return (
    <Form className="card" aria-labelledby={id} refusal={refusal} onSend={onSend}>
      <div className="card-head">
        <hgroup>
          <h2 id={id}>{title}</h2>
          {text && <p className="muted small">{text}</p>}
        </hgroup>
      </div>
      <fieldset className="card-body stack" disabled={!mayWrite}>
        {children}
      </fieldset>
      {mayWrite && <SaveBar {...bar} />}
    </Form>
  )
}
