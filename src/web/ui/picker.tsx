import { Suspense } from "react"
import { Frame, useField, type FieldProps } from "./field.tsx"
import "./picker.css"
import { lazyPart } from "../lazy-part.ts"

export type Option = { value: string; label: string; hint?: string }

export type PickerField = FieldProps & {
  name?: string
  options: readonly Option[]
  placeholder?: string
  isDisabled?: boolean
  /** Filters on the server: the caller passes the options that match. */
  onSearch?(text: string): void
}

export type PickerProps = PickerField & {
  value?: string | null
  defaultValue?: string | null
  /** True if the choice can be cleared. */
  isOptional?: boolean
  onChange?(value: string | null): void
}

export type MultiPickerProps = PickerField & {
  values?: readonly string[]
  defaultValues?: readonly string[]
  onChange?(values: string[]): void
}

const Box = lazyPart(() => import("./picker-box.tsx"), "PickerBox")
const MultiBox = lazyPart(() => import("./picker-box.tsx"), "MultiPickerBox")

/** One of many, found by typing. In a form it submits the value under its name. */
export const Picker = (props: PickerProps) => (
  <Suspense fallback={<Loading field={props} />}>
    <Box {...props} />
  </Suspense>
)

/** Several of many, shown as chips. In a form it submits each value under its name. */
export const MultiPicker = (props: MultiPickerProps) => (
  <Suspense fallback={<Loading field={props} />}>
    <MultiBox {...props} />
  </Suspense>
)

/** Keeps the place of the field. */
function Loading({ field }: { field: FieldProps }) {
  const { frame, control } = useField(field)
  return (
    <Frame {...frame}>
      <input type="text" id={control.id} disabled />
    </Frame>
  )
}
