import { useState, type ReactNode } from "react"
import { Button } from "../ui/button.tsx"
import { Copyable, Snippet } from "../ui/copy.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Segments } from "../ui/segments.tsx"
import { languageWord, verifySnippets, type SnippetLanguage } from "./verify-snippet.ts"

type Props = { title: string; secret: string; children?: ReactNode; onClose(): void }

/** A signing secret, for the only time, and how to verify with it. */
export function ShowSecret({ title, secret, children, onClose }: Props) {
  const [language, setLanguage] = useState<SnippetLanguage>("node")
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack" role="status">
        <p>Copy the signing secret now: it is not shown again.</p>
        <Copyable text={secret} label="signing secret" />
        {children}
      </div>
      <p>
        Anyone can send requests to your URL, so verify each one. <a href="/docs/webhooks">More</a>
      </p>
      <Segments
        label="Language"
        value={language}
        options={Object.entries(languageWord).map(([value, label]) => ({
          value: value as SnippetLanguage,
          label,
        }))}
        onChange={setLanguage}
      />
      <Snippet
        title="Verify a delivery"
        label="verification code"
        text={verifySnippets[language]}
      />
      <div className="dialog-foot">
        <Button variant="accent" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}
