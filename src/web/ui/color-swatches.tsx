import type { ReactNode } from "react"
import "./color-swatches.css"

type Props = {
  colors: readonly (readonly [value: string, name: string])[]
  value: string | null
  onChange(color: string): void
  children?: ReactNode
}

/** Suggested colors, beside a field for any color. */
export const ColorSwatches = ({ colors, value, onChange, children }: Props) => (
  <div className="color-swatches row" role="group" aria-label="Suggested colors">
    {colors.map(([color, name]) => (
      <button
        key={color}
        type="button"
        className="color-swatch"
        style={{ background: color }}
        aria-label={name}
        aria-pressed={color === value}
        onClick={() => onChange(color)}
      />
    ))}
    {children}
  </div>
)
