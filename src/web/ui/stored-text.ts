import { useState } from "react"

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ""
  } catch {
    // Storage is disabled.
    return ""
  }
}

function write(key: string, text: string): void {
  try {
    if (text === "") sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // Storage is disabled: the text lasts as long as the page.
  }
}

/** An unsent text that survives leaving the page and reloading; empty once it is sent. */
export function useStoredText(name: string): [text: string, setText: (text: string) => void] {
  const key = `watchkeeper.draft.${name}`
  const [text, setText] = useState(() => read(key))
  return [
    text,
    (next) => {
      setText(next)
      write(key, next)
    },
  ]
}
