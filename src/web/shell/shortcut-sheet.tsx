import { use } from "react"
import { ProjectContext } from "../project/project-context.ts"
import { Dialog } from "../ui/dialog.tsx"
import { Kbd } from "../ui/kbd.tsx"
import { openDialog } from "./dialogs.ts"
import { sectionsFor } from "../layout/sections.ts"

/** All keyboard shortcuts. */
export function ShortcutSheet() {
  const project = use(ProjectContext)
  const shown = project === null ? [] : sectionsFor(project)
  return (
    <Dialog title="Keyboard shortcuts" onClose={() => openDialog(null)}>
      <dl className="shortcuts">
        <Line keys={["Ctrl", "K"]}>Search and commands</Line>
        <Line keys={["Ctrl", "Z"]}>Undo what the last message offers</Line>
        <Line keys={["/"]}>Search this list</Line>
        <Line keys={["?"]}>This sheet</Line>
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
