import { useRef, type ReactNode } from "react"
import { ColorSwatches } from "../ui/color-swatches.tsx"
import { Form, TextArea, TextField } from "../ui/field.tsx"
import { useBuilder } from "./builder-context.ts"
import { Logo } from "./logo.tsx"
import { SaveBar } from "./save-bar.tsx"
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
  const { page, draft, change, mayWrite } = useBuilder()
  const { isDirty, update, save, discard } = useSaveDraft(fields)
  const form = useRef<HTMLFormElement>(null)
  const { name, description, accentColor } = { ...page, ...draft }
  return (
    <>
      <Form
        ref={form}
        className="card"
        aria-labelledby="look"
        refusal={update.refusal}
        onSend={save}
        onKeyDown={submitOnCtrlEnter}
      >
        <div className="card-head">
          <h2 id="look">Name and color</h2>
        </div>
        <fieldset className="card-body stack" disabled={!mayWrite}>
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
        </fieldset>
        {mayWrite && <SaveBar isDirty={isDirty} isBusy={update.isRunning} onDiscard={discard} />}
      </Form>
      <ThemeCard />
      <Logo />
    </>
  )
}
