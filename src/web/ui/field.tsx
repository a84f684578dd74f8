import {
  createContext,
  use,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from "react"
import type { Issues, Refusal } from "./refusal.ts"
import { capital } from "./capital.ts"

const IssueContext = createContext<Issues>(new Map())

type FormProps = Omit<ComponentProps<"form">, "onSubmit"> & {
  refusal: Refusal | null
  onSend(form: FormData): void | Promise<void>
}

/** Shows each error at its field, the others above the form, and focuses the first. */
export function Form({ refusal, onSend, children, ...rest }: FormProps) {
  const ref = useRef<HTMLFormElement>(null)
  const [homeless, setHomeless] = useState<Issues>(none)
  useLayoutEffect(() => {
    const form = ref.current
    if (refusal === null || form === null) return
    const places = [...form.querySelectorAll<HTMLElement>("[data-at]")].map(
      ({ dataset }) => dataset["at"] ?? "",
    )
    const isShown = (pointer: string) => places.some((at) => belongs(pointer, at))
    setHomeless(new Map([...refusal.issues].filter(([pointer]) => !isShown(pointer))))
    const first = form.querySelector<HTMLElement>("[aria-invalid=true]")
    ;(first ?? form.querySelector<HTMLElement>("[role=alert]"))?.focus()
  }, [refusal])
  return (
    <IssueContext value={refusal?.issues ?? none}>
      <form
        ref={ref}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void onSend(new FormData(event.currentTarget))
        }}
        {...rest}
      >
        {refusal !== null && <Refused refusal={refusal} homeless={homeless} />}
        {children}
      </form>
    </IssueContext>
  )
}

const none: Issues = new Map()

const belongs = (pointer: string, at: string) => pointer === at || pointer.startsWith(`${at}/`)

/** `homeless` are errors without a visible field. */
export function Refused({ refusal, homeless = none }: { refusal: Refusal; homeless?: Issues }) {
  const { size } = refusal.issues
  const sum = `Not saved: ${size === 1 ? "one field needs" : `${size} fields need`} attention.`
  return (
    <div className="refused" role="alert" tabIndex={-1}>
      <p>{size === 0 ? refusal.message : sum}</p>
      {homeless.size > 0 && (
        <ul>
          {[...homeless].map(([pointer, detail]) => (
            <li key={pointer}>
              {nameOf(pointer)}: {detail}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** `#/maxRedirects` → "Max redirects". */
function nameOf(pointer: string): string {
  const last = pointer.split("/").findLast((part) => Number.isNaN(Number(part))) ?? "input"
  const words = last.replaceAll(/([A-Z])/g, " $1").toLowerCase()
  return capital(words)
}

export type FieldProps = {
  label: string
  name?: string
  /** JSON pointer of the errors shown here, including those below it; `#/` and the name if left out. */
  at?: string
  /** What is wrong with what is being typed; the answer to a refused save takes its place. */
  issue?: string | null | undefined
  hint?: ReactNode
  wide?: boolean
}

/** Splits the props of the frame from those of the control, which gets its error and hint as descriptions. */
export function useField<Rest extends object>({
  label,
  at: placed,
  issue: early,
  hint,
  wide,
  ...control
}: FieldProps & Rest) {
  const issues = use(IssueContext)
  const id = useId()
  const at = placed ?? (control.name === undefined ? undefined : `#/${control.name}`)
  const refused =
    at === undefined ? undefined : [...issues].find(([pointer]) => belongs(pointer, at))?.[1]
  const issue = refused ?? early ?? undefined
  const describedBy = [issue && `${id}-issue`, hint !== undefined && `${id}-hint`]
    .filter(Boolean)
    .join(" ")
  return {
    frame: { id, at, issue, label, hint, wide },
    control: {
      id,
      "aria-invalid": issue !== undefined,
      ...(describedBy === "" ? {} : { "aria-describedby": describedBy }),
      ...control,
    },
  }
}

type FrameProps = ReturnType<typeof useField>["frame"] & { children: ReactNode }

export const Frame = ({ id, at, issue, label, hint, wide, children }: FrameProps) => (
  <div className="field" data-wide={wide || undefined} data-at={at}>
    <label htmlFor={id}>{label}</label>
    {children}
    {issue && (
      <p className="field-issue" id={`${id}-issue`} aria-live="polite">
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

export function TextField(props: FieldProps & Omit<ComponentProps<"input">, "id">) {
  const { frame, control } = useField(props)
  return (
    <Frame {...frame}>
      <input type="text" {...control} />
    </Frame>
  )
}

export function TextArea(props: FieldProps & Omit<ComponentProps<"textarea">, "id">) {
  const { frame, control } = useField(props)
  return (
    <Frame {...frame}>
      <textarea rows={4} {...control} />
    </Frame>
  )
}

export type Option = { value: string | number; label: string }
type ChoiceProps = FieldProps & {
  /** Shown after the children. */
  options?: readonly Option[]
} & Omit<ComponentProps<"select">, "id">

export function Choice({ options = [], children, ...props }: ChoiceProps) {
  const { frame, control } = useField(props)
  return (
    <Frame {...frame}>
      <select {...control}>
        {children}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
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
    type="number"
    inputMode="numeric"
    min={min}
    defaultValue={value}
    {...rest}
  />
)
