import { useLocation } from "@tanstack/react-router"
import { use } from "react"
import { ProjectContext } from "../project/project-context.ts"
import { Dialog } from "../ui/dialog.tsx"
import { Icon } from "../ui/icon.tsx"
import { Kbd } from "../ui/kbd.tsx"
import { openDialog } from "./dialogs.ts"
import { addressOfGuide, guideNames, guideOf, guides } from "./guide-of.ts"
import { sectionsFor } from "../layout/sections.ts"
import "./help.css"

/** The guide to the page in view, all others, and all keyboard shortcuts. */
export function HelpDialog() {
  const project = use(ProjectContext)
  const shown = project === null ? [] : sectionsFor(project)
  const fitting = guideOf(useLocation().pathname)
  return (
    <Dialog title="Help" onClose={() => openDialog(null)}>
      <section className="help-guides" aria-labelledby="help-guides">
        <h3 id="help-guides">Guide to this page</h3>
        <a className="help-guide" href={addressOfGuide(fitting)} target="_blank" rel="noreferrer">
          {guides[fitting]}
          <Icon name="external" size={16} />
        </a>
        <h3>Other guides</h3>
        <ul>
          {guideNames
            .filter((name) => name !== fitting)
            .map((name) => (
              <li key={name}>
                <a href={addressOfGuide(name)} target="_blank" rel="noreferrer">
                  {guides[name]}
                </a>
              </li>
            ))}
          <li>
            <a href="/docs/api" target="_blank" rel="noreferrer">
              API documentation
            </a>
          </li>
        </ul>
      </section>
      <section aria-labelledby="help-keys">
        <h3 id="help-keys">Keyboard shortcuts</h3>
        <dl className="shortcuts">
          <Line keys={["Ctrl", "K"]}>Search and commands</Line>
          <Line keys={["Ctrl", "Z"]}>Undo what the last message offers</Line>
          <Line keys={["Ctrl", "Enter"]}>Save the form, from anywhere in it</Line>
          <Line keys={["/"]}>Search this list</Line>
          <Line keys={["?"]}>Help</Line>
          <Line keys={["j", "k"]}>Next or previous row of a list</Line>
          <Line keys={["x"]}>Select the row</Line>
          <Line keys={["Shift", "x"]}>Select all rows from the last selected one</Line>
          <Line keys={["Esc"]}>Clear the selection</Line>
          <Line keys={["a"]}>Acknowledge the row, the selected rows, or the alert or incident</Line>
          <Line keys={["r"]}>Resolve the row, the selected rows, or the alert or incident</Line>
          <Line keys={["s"]}>Snooze the alert</Line>
          <Line keys={["e"]}>Run the next step of the alert now</Line>
          <Line keys={["p"]}>Page someone else for the alert or incident</Line>
          <Line keys={["i"]}>Assign the alert</Line>
          <Line keys={["n"]}>Add a note to the alert</Line>
          <Line keys={["m"]}>Mute the row, the selected rows, or the monitor</Line>
          {shown.map(({ label, key }) => (
            <Line key={key} keys={["g", key]}>
              Go to {label}
            </Line>
          ))}
        </dl>
      </section>
    </Dialog>
  )
}

const Line = ({ keys, children }: { keys: string[]; children: React.ReactNode }) => (
  <div>
    <dt>{children}</dt>
    <dd>
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </dd>
  </div>
)
