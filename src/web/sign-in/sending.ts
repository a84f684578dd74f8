import { useState } from "react"
import type { Refusal } from "../ui/refusal.ts"

/** Submits a form once at a time and keeps the errors for it. */
export function useSending() {
  const [isRunning, setSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  return {
    isRunning,
    refusal,
    /** `work` returns null, or the error: as text, or by field. */
    run(work: () => Promise<string | Refusal | null>): void {
      if (isRunning) return
      setSending(true)
      setRefusal(null)
      work()
        .then((wrong) =>
          setRefusal(typeof wrong === "string" ? { message: wrong, issues: new Map() } : wrong),
        )
        .catch((error: unknown) =>
          setRefusal({ message: `Something went wrong: ${String(error)}`, issues: new Map() }),
        )
        .finally(() => setSending(false))
    },
  }
}
