import type { ComponentProps, ReactNode } from "react"
import { Choice, TextArea, TextField, type FieldProps } from "../ui/field.tsx"
import { useDraftForm } from "./draft-context.ts"
import type { TextName } from "./form-draft.ts"

type Named = { name: TextName }
type Own = "name" | "value" | "onChange" | "id"

/** The value of one field of the draft, with what was saved if it differs from that. */
function useDraftField(name: TextName, hint: ReactNode, say: (value: string) => string) {
  const { draft, saved, changed, change } = useDraftForm()
  const isChanged = changed.has(name) && saved.name !== ""
  const was = isChanged ? <Was value={say(saved[name])} /> : null
  const shown =
    was === null ? (
      hint
    ) : (
      <>
        {was} {hint}
      </>
    )
  return {
    name,
    at: `#/${name}`,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
    ...(shown === undefined ? {} : { hint: shown }),
  }
}

const Was = ({ value }: { value: string }) => (
  <span className="draft-was">
    Was <q>{value.trim() === "" ? "empty" : value}</q>.
  </span>
)

const asIs = (value: string) => value

export function DraftText({
  name,
  hint,
  ...rest
}: Named & FieldProps & Omit<ComponentProps<"input">, Own>) {
  return <TextField autoComplete="off" {...useDraftField(name, hint, asIs)} {...rest} />
}

export function DraftArea({
  name,
  hint,
  ...rest
}: Named & FieldProps & Omit<ComponentProps<"textarea">, Own>) {
  return <TextArea {...useDraftField(name, hint, asIs)} {...rest} />
}

export const DraftNumber = ({
  min = 1,
  ...rest
}: Named & FieldProps & { min?: number; max: number; placeholder?: string }) => (
  <DraftText type="number" inputMode="numeric" min={min} {...rest} />
)

export function DraftChoice({
  name,
  hint,
  options,
  ...rest
}: Named & FieldProps & { options: readonly { value: string; label: string }[] }) {
  const say = (value: string) => options.find((one) => one.value === value)?.label ?? value
  return <Choice {...useDraftField(name, hint, say)} options={options} {...rest} />
}
