import { useEffect, useRef, useState, type RefObject } from "react"
import { announce } from "./announce.tsx"
import { Button } from "./button.tsx"
import "./copy.css"

/** Copies the text, or selects it where the browser forbids copying. */
function useCopy(text: string, label: string, shown: RefObject<HTMLElement | null>) {
  const [isCopied, setCopied] = useState(false)
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
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
    }
  }
  return { isCopied, copy: () => void copy() }
}

type CopyButtonProps = { isCopied: boolean; label: string; onCopy(): void }

const CopyButton = ({ isCopied, label, onCopy }: CopyButtonProps) => (
  <Button icon={isCopied ? "check" : "copy"} onClick={onCopy} aria-label={`Copy ${label}`}>
    <span className="copyable-word">{isCopied ? "Copied" : "Copy"}</span>
  </Button>
)

type Props = { text: string; label: string }

/** A secret or URL to copy: selectable, with a copy button. */
export function Copyable({ text, label }: Props) {
  const code = useRef<HTMLElement>(null)
  const { isCopied, copy } = useCopy(text, label, code)
  return (
    <div className="copyable">
      <code ref={code}>{text}</code>
      <CopyButton isCopied={isCopied} label={label} onCopy={copy} />
    </div>
  )
}

/** Several lines of code or settings to copy; `title` says what the lines are or where they go. */
export function Snippet({ text, label, title }: Props & { title: string }) {
  const code = useRef<HTMLElement>(null)
  const { isCopied, copy } = useCopy(text, label, code)
  return (
    <figure className="snippet">
      <figcaption>
        <span>{title}</span>
        <CopyButton isCopied={isCopied} label={label} onCopy={copy} />
      </figcaption>
      {/* Scrolls, so it must be reachable by keyboard. */}
      <pre tabIndex={0} aria-label={label}>
        <code ref={code}>{text}</code>
      </pre>
    </figure>
  )
}
