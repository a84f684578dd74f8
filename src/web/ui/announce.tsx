import { useSyncExternalStore } from "react"

let said = ""
const listeners = new Set<() => void>()

/** Announces text to screen readers. */
export function announce(text: string): void {
  said = text
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Announcer() {
  const text = useSyncExternalStore(subscribe, () => said)
  return (
    <div className="unseen" role="status" aria-live="polite">
      {text}
    </div>
  )
}
