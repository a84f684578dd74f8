import { useEffect, useRef, useState } from "react"
import { announce } from "../live/announce.tsx"
import { Button } from "./button.tsx"

/** A secret or an address to take along: selectable, and one press copies it. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  const code = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      announce(`${label} copied`)
    } catch {
      // No clipboard without https or permission: it is selected, ready for the keyboard.
      if (code.current) getSelection()?.selectAllChildren(code.current)
    }
  }

  return (
    <div className="copyable">
      <code ref={code}>{text}</code>
      <Button
        icon={isCopied ? "check" : "copy"}
        onClick={() => void copy()}
        aria-label={`Copy ${label}`}
      >
        <span className="copyable-word">{isCopied ? "Copied" : "Copy"}</span>
      </Button>
    </div>
  )
}
