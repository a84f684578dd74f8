import { MuteDialog, muteDurations } from "../ui/mute-dialog.tsx"
import type { Selection } from "./bulk-documents.ts"
import { useBulk } from "./use-bulk.ts"

type Props = { selection: Selection; count: number; onClose(): void; onDone(): void }

/** Mutes the selected rows of the list, or the one that the keyboard is at. */
export function MuteRows({ selection, count, onClose, onDone }: Props) {
  const bulk = useBulk(selection, onDone)
  return (
    <MuteDialog
      title={count === 1 ? "Mute this monitor" : `Mute ${count.toLocaleString("en")} monitors`}
      text="Checks and history continue, but no incidents are declared and nobody is notified."
      refusal={null}
      isBusy={bulk.isRunning}
      onMute={(minutes) => {
        bulk.mute(minutes, muteDurations.find(({ value }) => value === minutes)?.label ?? "")
        onClose()
      }}
      onClose={onClose}
    />
  )
}
