import { createStore } from "../ui/store.ts"
import { collectTyping, takeTyping } from "../ui/typed-ahead.ts"

/** Dialogs that any page can open. */
export type OpenDialog = "palette" | "projects" | "help" | null

const current = createStore<OpenDialog>(null)

export function openDialog(next: OpenDialog): void {
  if (next === "help" || next === null) takeTyping()
  else if (current.get() !== next) collectTyping()
  current.set(next)
}

export const useOpenDialog = current.use
