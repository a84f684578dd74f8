import { useEffect, useRef } from "react"
import type { Refusal } from "./refusal.ts"
import { toast } from "./toast.tsx"

/** Does one act of an object that no page shows, and says why if it is refused. */
export function useRunOnce(
  run: Readonly<Record<string, () => void>>,
  act: string,
  refusal: Refusal | null,
): void {
  const isRun = useRef(false)
  useEffect(() => {
    if (isRun.current) return
    isRun.current = true
    run[act]?.()
  })
  useEffect(() => {
    if (refusal !== null) toast(refusal.message, { isBad: true })
  }, [refusal])
}
