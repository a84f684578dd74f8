import type { Option } from "./field.tsx"
import "./filter-bar.css"

type Props<Value> = {
  /** Read out; it is not shown. */
  label: string
  value: Value
  options: readonly Option[]
  /** True if it narrows down what is shown. */
  isActive?: boolean
  onChange(value: string): void
}

/** A select without a visible label, as in a row of filters. */
export const SmallChoice = <Value extends string | number>(props: Props<Value>) => (
  <select
    className="filter-choice"
    aria-label={props.label}
    data-active={props.isActive || undefined}
    value={props.value}
    onChange={({ target }) => props.onChange(target.value)}
  >
    {props.options.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
)
