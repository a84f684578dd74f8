import { useEffect, useRef, useState } from "react"
import { announce } from "../live/announce.tsx"
import { Button } from "./button.tsx"

/** A secret or URL to copy: selectable, with a copy button. */
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
      // Without HTTPS or permission there is no clipboard: select the text for manual copying.
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
