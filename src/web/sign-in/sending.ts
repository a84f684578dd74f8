import { useState } from "react"
import type { Refusal } from "../live/apply-change.ts"

/** One form on its way: it is sent once, and what the server refuses is kept for the form. */
export function useSending() {
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  return {
    isSending,
    refusal,
    /** `work` answers null, or what went wrong: in words, or with the fields that it concerns. */
    run(work: () => Promise<string | Refusal | null>): void {
      if (isSending) return
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
