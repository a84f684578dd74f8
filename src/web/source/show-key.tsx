import { Button } from "../ui/button.tsx"
import { Copyable } from "../ui/copy.tsx"
import { Dialog } from "../ui/dialog.tsx"
import type { SourceKind } from "./source-words.ts"

type Props = {
  title: string
  kind: SourceKind
  shown: { key: string; url: string }
  onClose(): void
}

/** The key of a source, for the only time, with the address for its senders. */
export function ShowKey({ title, kind, shown: { key, url }, onClose }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack" role="status">
        <p>
          {kind === "PAGERDUTY"
            ? "Give your senders this address and this key. The key is not shown again."
            : "Give your senders this address. It contains the key and is not shown again."}
        </p>
        <Copyable text={url} label="address" />
        {kind === "PAGERDUTY" && <Copyable text={key} label="integration key" />}
        <p className="muted small">
          <a href="/docs/alerts-in">How to set up senders</a>
        </p>
      </div>
      <div className="dialog-foot">
        <Button variant="accent" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}
