import { Button, Submit } from "../ui/button.tsx"
import { Kbd } from "../ui/kbd.tsx"

type Props = { isDirty: boolean; isBusy: boolean; onDiscard(): void; verb?: string }

/** Foot of a form: says whether it has unsaved changes. */
export const SaveBar = ({ isDirty, isBusy, onDiscard, verb = "Save" }: Props) => (
  <div className="save-bar" data-dirty={isDirty || undefined}>
    <span className="muted small">{isDirty ? "Unsaved changes" : "All changes saved"}</span>
    <div className="row">
      {isDirty && (
        <Button variant="quiet" onClick={onDiscard}>
          Discard
        </Button>
      )}
      <Submit isBusy={isBusy} disabled={!isDirty}>
        {verb}
      </Submit>
      <span className="save-keys" aria-hidden="true">
        <Kbd>Ctrl</Kbd>
        <Kbd>↵</Kbd>
      </span>
    </div>
  </div>
)
