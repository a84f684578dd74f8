import type { ReactNode } from "react"
import { ColorSwatches } from "../ui/color-swatches.tsx"
import { TextArea, TextField } from "../ui/field.tsx"
import { useBuilder } from "./builder-context.ts"
import { Logo } from "./logo.tsx"
import { FormCard } from "./form-card.tsx"
import { ThemeCard } from "./theme-card.tsx"
import { useSaveDraft } from "./use-save-draft.ts"

const defaultColor = "#3f4fd0"
const suggested = [
  [defaultColor, "Indigo"],
  ["#0e7490", "Teal"],
  ["#137a3a", "Green"],
  ["#b45309", "Amber"],
  ["#be123c", "Red"],
  ["#7c3aed", "Violet"],
  ["#334155", "Slate"],
] as const

const fields = ["name", "description", "accentColor"] as const

/** Name, description, color, theme and logo; typing is previewed before it is saved. */
export function LookTab(): ReactNode {
  const { page, draft, change } = useBuilder()
  const saving = useSaveDraft(fields)
  const { name, description, accentColor } = { ...page, ...draft }
  return (
    <>
      <FormCard title="Name and color" {...saving}>
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          value={name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <TextArea
          label="Description"
          name="description"
          rows={2}
          hint="Shown below the name."
          value={description ?? ""}
          onChange={({ target }) =>
            change({ description: target.value === "" ? null : target.value })
          }
        />
        <div className="look-color">
          <TextField
            label="Color"
            name="accentColor"
            type="color"
            hint="Of links and buttons; states keep their own colors."
            value={accentColor ?? defaultColor}
            onChange={({ target }) => change({ accentColor: target.value })}
          />
          <ColorSwatches
            colors={suggested}
            value={accentColor}
            onChange={(color) => change({ accentColor: color })}
          >
            <button
              type="button"
              className="as-link small"
              onClick={() => change({ accentColor: null })}
            >
              Default
            </button>
          </ColorSwatches>
        </div>
      </FormCard>
      <ThemeCard />
      <Logo />
    </>
  )
}
