import { createStore } from "./store.ts"

const said = createStore("")

/** Announces text to screen readers. */
export const announce = said.set

export function Announcer() {
  const text = said.use()
  return (
    <div className="unseen" role="status" aria-live="polite">
      {text}
    </div>
  )
}
