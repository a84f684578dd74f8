import { useChange } from "../live/apply-change.ts"
import { toast } from "../ui/toast.tsx"
import { AcknowledgeAlert, UnacknowledgeAlert } from "./alert-documents.ts"

/** Acknowledges an alert, which its toast can undo; `withdraw` undoes it later. */
export function useAcknowledge({ id, number }: { id: string; number: number }, onDone: () => void) {
  const acknowledge = useChange(AcknowledgeAlert)
  const unacknowledge = useChange(UnacknowledgeAlert)
  const withdraw = async () => {
    if ((await unacknowledge.run({ id })) === null) return
    toast(`Alert #${number} triggered again`)
    onDone()
  }
  return {
    isRunning: acknowledge.isRunning || unacknowledge.isRunning,
    refusal: acknowledge.refusal ?? unacknowledge.refusal,
    async run() {
      if ((await acknowledge.run({ id })) === null) return
      toast(`Alert #${number} acknowledged`, { undo: () => void withdraw() })
      onDone()
    },
    withdraw,
  }
}
