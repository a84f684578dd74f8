import { announce } from "./announce.tsx"
import { Button } from "./button.tsx"
import { createStore } from "./store.ts"
import "./toast.css"

type Toast = { id: number; text: string; isBad: boolean; undo?: () => void }

/** How long an action can be undone, in ms. */
export const undoMs = 10_000
const plainMs = 5_000

const toasts = createStore<readonly Toast[]>([])
let lastId = 0

const dismiss = (id: number) => toasts.set(toasts.get().filter((one) => one.id !== id))

/** Shows the result of an action for a while; with `undo` it can be reverted. Returns what closes it. */
export function toast(
  text: string,
  { undo, isBad = false }: { undo?: () => void; isBad?: boolean } = {},
): () => void {
  const id = ++lastId
  const added = { id, text, isBad, ...(undo === undefined ? {} : { undo }) }
  toasts.set([...toasts.get().slice(-2), added])
  announce(text)
  setTimeout(() => dismiss(id), undo === undefined ? plainMs : undoMs)
  return () => dismiss(id)
}

/** Undoes what the newest toast offers to undo. Returns false if none does. */
export function undoLatest(): boolean {
  const latest = toasts.get().findLast(({ undo }) => undo !== undefined)
  if (latest?.undo === undefined) return false
  dismiss(latest.id)
  latest.undo()
  return true
}

export function Toaster() {
  const shown = toasts.use()
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
