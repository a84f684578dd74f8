import { useId, type ReactNode } from "react"
import "./switch.css"

type Props = {
  label: string
  hint?: ReactNode
  /** In a form it submits "on". */
  name?: string
  isOn?: boolean
  defaultOn?: boolean
  isDisabled?: boolean
  onChange?(isOn: boolean): void
}

/** On or off, with immediate effect or as a field of a form. */
export function Switch({
  label,
  hint,
  name,
  isOn,
  defaultOn,
  isDisabled = false,
  onChange,
}: Props) {
  const id = useId()
  return (
    <div className="switch">
      <input
        id={id}
        type="checkbox"
        role="switch"
        name={name}
        disabled={isDisabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...(isOn === undefined ? { defaultChecked: defaultOn } : { checked: isOn })}
        onChange={({ target }) => onChange?.(target.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <p className="field-hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
