import { useChange } from "../live/apply-change.ts"
import { toast } from "../ui/toast.tsx"
import { AcknowledgeIncident, UnacknowledgeIncident } from "./incident-documents.ts"

/** Acknowledges incidents, which the toast can undo: paging then continues. */
export function useAcknowledge(onDone: () => void) {
  const acknowledge = useChange(AcknowledgeIncident)
  const unacknowledge = useChange(UnacknowledgeIncident)
  async function withdraw(id: string, number: number): Promise<void> {
    const done = await unacknowledge.run({ id })
    if (done === null) toast(`Incident #${number} is still acknowledged`, { isBad: true })
    onDone()
  }
  return {
    isRunning: acknowledge.isRunning || unacknowledge.isRunning,
    refusal: acknowledge.refusal ?? unacknowledge.refusal,
    /** @returns whether it is acknowledged. */
    async run({ id, number }: { id: string; number: number }): Promise<boolean> {
      if ((await acknowledge.run({ id })) === null) return false
      toast(`Incident #${number} acknowledged`, { undo: () => void withdraw(id, number) })
      onDone()
      return true
    },
  }
}
