import { useState } from "react"
import type { Refusal } from "../live/change.ts"

/** One form on its way: it is sent once, and what the server refuses is kept for the form. */
export function useSending() {
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  return {
    isSending,
    refusal,
    /** `work` answers null, or what went wrong in words. */
    run(work: () => Promise<string | null>): void {
      if (isSending) return
      setSending(true)
      setRefusal(null)
      work()
        .then((message) => setRefusal(message === null ? null : { message, issues: new Map() }))
        .catch((error: unknown) =>
          setRefusal({ message: `This did not work: ${String(error)}`, issues: new Map() }),
        )
        .finally(() => setSending(false))
    },
  }
}
