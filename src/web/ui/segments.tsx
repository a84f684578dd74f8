import { useId } from "react"
import "./segments.css"

type Props<Value extends string> = {
  label: string
  value: Value
  options: readonly { value: NoInfer<Value>; label: string }[]
  onChange(value: NoInfer<Value>): void
}

/** A choice of two to six short words, side by side. */
export function Segments<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  const name = useId()
  return (
    <div className="segments" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className="segment">
          <input
            type="radio"
            className="unseen"
            name={name}
            // Belongs to no form, so that it is not submitted with one.
            form={`${name}-none`}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
