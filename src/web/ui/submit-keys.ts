/** The form around the focus; where the focus is in none, the only form of the dialog or page. */
function formAt(target: EventTarget | null): HTMLFormElement | null {
  const layer = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document
  const focused = target instanceof Element ? target.closest("form") : null
  if (focused !== null) return layer.contains(focused) ? focused : null
  const forms = layer.querySelectorAll("form")
  return forms.length === 1 ? (forms[0] ?? null) : null
}

/** Presses the button that sends the form, which does nothing while it is busy or disabled. */
function onKey(event: KeyboardEvent): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return
  const form = formAt(event.target)
  if (form === null) return
  // Neither the field nor a button that has the focus may take it, too.
  event.preventDefault()
  event.stopPropagation()
  if (event.repeat) return
  form.querySelector<HTMLButtonElement>("button[type=submit]")?.click()
}

/** Ctrl+Enter saves every form of the dashboard: all of them are `Form` of field.tsx. */
export const listenForSubmitKeys = (): void => window.addEventListener("keydown", onKey, true)
