import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { Button, Submit } from "../ui/button.tsx"
import { Copyable } from "../ui/copy.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Missing } from "../ui/empty.tsx"
import { Form, Refused, Choice } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { DayAndTime } from "../ui/time.tsx"
import { AlertShares, RevokeAlertShare, ShareAlert } from "./timeline-documents.ts"

/** Makes, shows and revokes links that work without an account. */
export function ShareAlertDialog({ id, onClose }: { id: string; onClose(): void }) {
  const { data, error, again } = useRead(AlertShares, { id })
  const share = useChange(ShareAlert)
  const revoke = useChange(RevokeAlertShare)
  const shares = data?.alert?.shares ?? []
  const create = async (form: FormData) => {
    if ((await share.run({ id, days: Number(entry(form, "days")) })) !== null) again()
  }
  const remove = async (shareId: string) => {
    if ((await revoke.run({ id: shareId })) !== null) again()
  }
  return (
    <Dialog title="Share this timeline" onClose={onClose}>
      <p>
        Anyone with the link sees this page as it is then, without an account: times, reasons,
        response phases, IP addresses, and the names of the project, the monitor and the people who
        were paged. Response bodies and contact addresses are not shown.
      </p>
      <Form className="stack" refusal={share.refusal} onSend={create}>
        <Choice label="Expires after" name="days" defaultValue="7">
          <option value="1">1 day</option>
          <option value="7">7 days</option>
          <option value="30">30 days</option>
          <option value="90">90 days</option>
        </Choice>
        <div>
          <Submit isBusy={share.isRunning}>Create link</Submit>
        </div>
      </Form>
      <Missing error={error} onAgain={again} />
      {revoke.refusal !== null && <Refused refusal={revoke.refusal} />}
      {shares.length > 0 && (
        <ul className="alert-shares" aria-label="Links">
          {shares.map(({ id: shareId, url, createdBy, expiresAt }) => (
            <li key={shareId}>
              <Copyable text={url} label="link" />
              <div className="alert-share-foot muted small">
                <span>
                  By {createdBy} · expires <DayAndTime at={expiresAt} />
                </span>
                <Button
                  variant="quiet"
                  isBusy={revoke.isRunning}
                  onClick={() => void remove(shareId)}
                >
                  Revoke
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className="dialog-foot">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}
