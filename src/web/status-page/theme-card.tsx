import type { ReactNode } from "react"
import { Choice, TextArea } from "../ui/field.tsx"
import { Switch } from "../ui/switch.tsx"
import { useBuilder } from "./builder-context.ts"
import { LinkFields } from "./link-fields.tsx"
import { FormCard } from "./form-card.tsx"
import { useSaveDraft } from "./use-save-draft.ts"

const choices = [
  {
    name: "theme",
    label: "Colors",
    options: [
      { value: "AUTO", label: "As the visitor's system" },
      { value: "LIGHT", label: "Light" },
      { value: "DARK", label: "Dark" },
    ],
  },
  {
    name: "font",
    label: "Typeface",
    options: [
      { value: "INTER", label: "Inter" },
      { value: "SYSTEM", label: "System" },
      { value: "SERIF", label: "Serif" },
      { value: "MONO", label: "Monospace" },
    ],
  },
  {
    name: "density",
    label: "Density",
    options: [
      { value: "COMFORTABLE", label: "Comfortable" },
      { value: "COMPACT", label: "Compact" },
    ],
  },
] as const
const example = ":root { --radius: 0; }\n.headline { text-transform: uppercase; }"

const fields = [
  "theme",
  "font",
  "density",
  "links",
  "customCss",
  "showsMaker",
  "showsCorrections",
] as const

/** Theme, typeface, density, links and CSS of the public page; typing is previewed before it is saved. */
export function ThemeCard(): ReactNode {
  const { page, draft, change } = useBuilder()
  const saving = useSaveDraft(fields)
  const shown = { ...page, ...draft }
  const { links, customCss, showsMaker, showsCorrections } = shown
  return (
    <FormCard title="Theme" {...saving}>
      {choices.map((choice) => (
        <Choice
          key={choice.name}
          {...choice}
          value={shown[choice.name]}
          onChange={({ target }) => change({ [choice.name]: target.value })}
        />
      ))}
      <LinkFields links={links} onChange={(next) => change({ links: next })} />
      <TextArea
        label="Custom CSS"
        name="customCss"
        rows={6}
        className="code"
        spellCheck={false}
        placeholder={example}
        hint={
          <>
            Sets the page's variables and safe properties;{" "}
            <a href="/docs/status-pages">see them all</a>.
          </>
        }
        value={customCss ?? ""}
        onChange={({ target }) => change({ customCss: target.value === "" ? null : target.value })}
      />
      <Switch
        label="Show “Powered by Watchkeeper”"
        name="showsMaker"
        isOn={showsMaker}
        onChange={(isOn) => change({ showsMaker: isOn })}
      />
      <Switch
        label="Show corrected uptime, marked as corrected"
        name="showsCorrections"
        isOn={showsCorrections}
        onChange={(isOn) => change({ showsCorrections: isOn })}
      />
    </FormCard>
  )
}
