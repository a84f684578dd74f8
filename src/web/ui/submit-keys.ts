import type { KeyboardEvent } from "react"

/** Sends a form by Ctrl+Enter from any of its fields. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || (!event.ctrlKey && !event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
