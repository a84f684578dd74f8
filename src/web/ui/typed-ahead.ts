/** How long keys are kept from the page if the dialog does not load. */
const longestMs = 5000

let typed = ""
let stop: (() => void) | null = null

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key.length > 1 && event.key !== "Enter" && event.key !== "Backspace") return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (event.key === "Backspace") typed = typed.slice(0, -1)
  else if (event.key !== "Enter") typed += event.key
}

/** Keeps what is typed while a search dialog loads, so that no shortcut of the page takes it for its own. */
export function collectTyping(): void {
  takeTyping()
  window.addEventListener("keydown", onKey, { capture: true })
  const timer = setTimeout(takeTyping, longestMs)
  stop = () => {
    clearTimeout(timer)
    window.removeEventListener("keydown", onKey, { capture: true })
  }
}

/** Ends the collection. @returns what was typed since it began. */
export function takeTyping(): string {
  stop?.()
  stop = null
  const text = typed
  typed = ""
  return text
}
