import { useSyncExternalStore } from "react"
import { announce } from "./announce.tsx"
import { Button } from "./button.tsx"
import "./toast.css"

type Toast = { id: number; text: string; isBad: boolean; undo?: () => void }

/** How long an action can be undone, in ms. */
export const undoMs = 10_000
const plainMs = 5_000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function become(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

const dismiss = (id: number) => become(toasts.filter((one) => one.id !== id))

/** Shows the result of an action for a while; with `undo` it can be reverted. Returns what closes it. */
export function toast(
  text: string,
  { undo, isBad = false }: { undo?: () => void; isBad?: boolean } = {},
): () => void {
  const id = ++lastId
  become([...toasts.slice(-2), { id, text, isBad, ...(undo === undefined ? {} : { undo }) }])
  announce(text)
  setTimeout(() => dismiss(id), undo === undefined ? plainMs : undoMs)
  return () => dismiss(id)
}

/** Undoes what the newest toast offers to undo. Returns false if none does. */
export function undoLatest(): boolean {
  const latest = toasts.findLast(({ undo }) => undo !== undefined)
  if (latest?.undo === undefined) return false
  dismiss(latest.id)
  latest.undo()
  return true
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <section className="toasts" aria-label="Notifications">
      {shown.map(({ id, text, isBad, undo }) => (
        <p key={id} className="toast" data-bad={isBad || undefined}>
          <span>{text}</span>
          {undo !== undefined && (
            <Button
              variant="quiet"
              onClick={() => {
                dismiss(id)
                undo()
              }}
            >
              Undo
            </Button>
          )}
        </p>
      ))}
    </section>
  )
}
