import { useSyncExternalStore } from "react"
import { collectTyping, takeTyping } from "../ui/typed-ahead.ts"

/** Dialogs that any page can open. */
export type OpenDialog = "palette" | "projects" | "shortcuts" | null

let current: OpenDialog = null
const listeners = new Set<() => void>()

export function openDialog(next: OpenDialog): void {
  if (next === "shortcuts" || next === null) takeTyping()
  else if (current !== next) collectTyping()
  current = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOpenDialog = (): OpenDialog => useSyncExternalStore(subscribe, () => current)
