import { useState } from "react"
import { ColorSwatches } from "../ui/color-swatches.tsx"
import { TextField } from "../ui/field.tsx"

/** Colors that can be distinguished in light and dark. */
const palette = [
  ["#5b6ee1", "Blue"],
  ["#1f8f86", "Teal"],
  ["#2f9e5b", "Green"],
  ["#c98a1b", "Amber"],
  ["#d9663b", "Orange"],
  ["#d03a3a", "Red"],
  ["#b0529f", "Pink"],
  ["#6b7280", "Gray"],
] as const

/** A color by name or freely; submits `color`. */
export function ColorField({ defaultValue }: { defaultValue: string }) {
  const [color, setColor] = useState(defaultValue)
  return (
    <div className="color-field">
      <TextField
        label="Color"
        name="color"
        type="color"
        value={color}
        onChange={({ target }) => setColor(target.value)}
      />
      <ColorSwatches colors={palette} value={color} onChange={setColor} />
    </div>
  )
}
