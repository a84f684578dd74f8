import type { ComponentProps, ReactNode } from "react"
import { createContext, use, useEffect, useId, useRef } from "react"
import type { Issues, Refusal } from "../live/change.ts"

const IssueContext = createContext<Issues>(new Map())

type FormProps = Omit<ComponentProps<"form">, "onSubmit"> & {
  refusal: Refusal | null
  onSend(form: FormData): void
}

/** Shows each refusal at its field and all of them above, and brings the focus to the first. */
export function Form({ refusal, onSend, children, ...rest }: FormProps) {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusal === null) return
    const first = ref.current?.querySelector<HTMLElement>("[aria-invalid=true]")
    ;(first ?? ref.current?.querySelector<HTMLElement>("[role=alert]"))?.focus()
  }, [refusal])
  return (
    <IssueContext value={refusal?.issues ?? none}>
      <form
        ref={ref}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSend(new FormData(event.currentTarget))
        }}
        {...rest}
      >
        {refusal !== null && <Refused refusal={refusal} />}
        {children}
      </form>
    </IssueContext>
  )
}

const none: Issues = new Map()

export const Refused = ({ refusal }: { refusal: Refusal | { message: string } }) => (
  <p className="refused" role="alert" tabIndex={-1}>
    {"issues" in refusal && refusal.issues.size > 0
      ? `Not saved: ${refusal.issues.size === 1 ? "one field needs" : `${refusal.issues.size} fields need`} another look. ${[...refusal.issues].map(([pointer, detail]) => `${nameOf(pointer)}: ${detail}`).join(" ")}`
      : refusal.message}
  </p>
)

/** `#/settings/maxRedirects` → "max redirects". */
const nameOf = (pointer: string) =>
  (pointer.split("/").findLast((part) => Number.isNaN(Number(part))) ?? "input")
    .replaceAll(/([A-Z])/g, " $1")
    .toLowerCase()

type Shared = {
  label: string
  /** The JSON pointer whose refusals, and those below it, belong here: `#/name`. */
  at?: string
  hint?: ReactNode
  wide?: boolean
}

/** Takes apart what the frame needs and what the control gets, with its refusal and its hint tied to it. */
function useField<Rest extends object>({ label, at, hint, wide, ...control }: Shared & Rest) {
  const issues = use(IssueContext)
  const id = useId()
  const issue = [...issues].find(([pointer]) => pointer === at || pointer.startsWith(`${at}/`))?.[1]
  const told = [issue && `${id}-issue`, hint !== undefined && `${id}-hint`]
    .filter(Boolean)
    .join(" ")
  return {
    frame: { id, issue, label, hint, wide },
    control: {
      id,
      "aria-invalid": issue !== undefined,
      ...(told === "" ? {} : { "aria-describedby": told }),
      ...control,
    },
  }
}

type FrameProps = ReturnType<typeof useField>["frame"] & { children: ReactNode }

const Frame = ({ id, issue, label, hint, wide, children }: FrameProps) => (
  <div className="field" data-wide={wide || undefined}>
    <label htmlFor={id}>{label}</label>
    {children}
    {issue && (
      <p className="field-issue" id={`${id}-issue`}>
        {issue}
      </p>
    )}
    {hint !== undefined && (
      <p className="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
  </div>
)

export function TextField(props: Shared & Omit<ComponentProps<"input">, "id">) {
  const { frame, control } = useField(props)
  return (
    <Frame {...frame}>
      <input type="text" {...control} />
    </Frame>
  )
}

export function TextArea(props: Shared & Omit<ComponentProps<"textarea">, "id">) {
  const { frame, control } = useField(props)
  return (
    <Frame {...frame}>
      <textarea rows={4} {...control} />
    </Frame>
  )
}

export function Choice(props: Shared & Omit<ComponentProps<"select">, "id">) {
  const { frame, control } = useField(props)
  return (
    <Frame {...frame}>
      <select {...control} />
    </Frame>
  )
}

type NumberProps = {
  label: string
  name: string
  value: number | undefined
  min?: number
  max: number
}

export const NumberField = ({ name, value, min = 1, ...rest }: NumberProps) => (
  <TextField
    name={name}
    at={`#/${name}`}
    type="number"
    inputMode="numeric"
    min={min}
    defaultValue={value}
    {...rest}
  />
)
