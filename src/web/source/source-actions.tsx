import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { ConfirmChange } from "../live/confirm-change.tsx"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { Confirm } from "../ui/dialog.tsx"
import { Menu } from "../ui/menu.tsx"
import { toast } from "../ui/toast.tsx"
import { ShowKey } from "./show-key.tsx"
import {
  DeleteSource,
  RotateSourceKey,
  TestSource,
  UpdateSource,
  type SourceRow,
} from "./source-documents.ts"

type Props = { source: SourceRow; onChange(): void }

/** What can be done with a source: test it, then the rest in a menu. */
export function SourceActions({ source, onChange }: Props) {
  const { pages } = useProject()
  const navigate = useNavigate()
  const { id, name, isEnabled } = source
  const [asked, ask] = useState<"rotate" | "delete" | null>(null)
  const test = useChange(TestSource)
  const update = useChange(UpdateSource)
  const close = () => ask(null)
  const run = async () => {
    const done = await test.run({ id })
    if (done === null) return
    await navigate(pages.alert(done.testSource.id))
  }
  const turn = async () => {
    if ((await update.run({ id, isEnabled: !isEnabled })) === null) return
    toast(isEnabled ? "Source disabled" : "Source enabled")
    onChange()
  }
  const refusal = test.refusal ?? update.refusal
  return (
    <>
      {isEnabled && (
        <Button variant="accent" isBusy={test.isRunning} onClick={() => void run()}>
          Send test alert
        </Button>
      )}
      <Menu
        label="More actions"
        items={[
          { label: "Rotate key…", run: () => ask("rotate") },
          { label: isEnabled ? "Disable" : "Enable", run: () => void turn() },
          "line",
          { label: "Delete…", icon: "trash", isDanger: true, run: () => ask("delete") },
        ]}
      />
      {refusal !== null && (
        <p className="field-issue" role="alert">
          {refusal.message}
        </p>
      )}
      {asked === "rotate" && <Rotate source={source} onChange={onChange} onClose={close} />}
      {asked === "delete" && (
        <ConfirmChange
          title={`Delete ${name}?`}
          text="Its key stops working at once, its last requests are deleted, and its open alerts are resolved. This cannot be undone."
          verb="Delete source"
          document={DeleteSource}
          variables={{ id }}
          said="Source deleted"
          onDone={() => void navigate(pages.sources)}
          onClose={close}
        />
      )}
    </>
  )
}

function Rotate({ source, onChange, onClose }: Props & { onClose(): void }) {
  const rotate = useChange(RotateSourceKey)
  const [made, setMade] = useState<{ key: string; url: string } | null>(null)
  const onYes = async () => {
    const done = await rotate.run({ id: source.id })
    if (done === null) return
    setMade(done.rotateSourceKey)
    onChange()
  }
  if (made !== null) {
    return <ShowKey title="Key rotated" kind={source.kind} shown={made} onClose={onClose} />
  }
  return (
    <Confirm
      title="Rotate the key?"
      text="The present key stops working at once: senders that still use it are refused and counted until they get the new one."
      verb="Rotate key"
      change={rotate}
      onYes={() => void onYes()}
      onClose={onClose}
    />
  )
}
