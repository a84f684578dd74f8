import { createStore } from "../ui/store.ts"
import { collectTyping, takeTyping } from "../ui/typed-ahead.ts"

/** An act of an object that the palette found. */
export type ActToRun = {
  noun: "monitor" | "alert" | "incident" | "statusPage"
  id: string
  act: string
}

/** Dialogs that any page can open. */
export type OpenDialog = "palette" | "projects" | "help" | ActToRun | null

const current = createStore<OpenDialog>(null)

export function openDialog(next: OpenDialog): void {
  if (next !== "palette" && next !== "projects") takeTyping()
  else if (current.get() !== next) collectTyping()
  current.set(next)
}

export const useOpenDialog = current.use
