import { Button } from "../ui/button.tsx"
import { Copyable, Snippet } from "../ui/copy.tsx"
import { Dialog } from "../ui/dialog.tsx"
import type { KeyClass } from "./key-class.ts"
import { docsPath, snippetsOf } from "./key-snippets.ts"

export type MadeKey = {
  id: string
  name: string
  token: string
  keyClass: KeyClass
  isPublic: boolean
}

/** A new key, for the only time, with what to paste where. */
export const ShowKey = ({ made, onClose }: { made: MadeKey; onClose(): void }) => (
  <Dialog title={`Key ${made.name} created`} onClose={onClose}>
    <div className="stack" role="status">
      <p>Copy it now: it is not shown again.</p>
      <Copyable text={made.token} label="API key" />
    </div>
    <p>
      To use it, paste one of these. The <a href={docsPath[made.keyClass]}>documentation</a> has
      more.
    </p>
    {snippetsOf(made).map(({ title, text }) => (
      <Snippet key={title} title={title} label={title} text={text} />
    ))}
    <div className="dialog-foot">
      <Button variant="accent" onClick={onClose}>
        Done
      </Button>
    </div>
  </Dialog>
)
