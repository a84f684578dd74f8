import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { useSession } from "../sign-in/session.ts"
import { Button } from "../ui/button.tsx"
import { Copyable } from "../ui/copy.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Missing } from "../ui/empty.tsx"
import { Ago } from "../ui/time.tsx"
import { CreateFeed, Feeds, RevokeFeed } from "./feed-documents.ts"

type Props = {
  /** The rotation whose calendar is linked; null for the viewer's own shifts and all links. */
  rotation: { id: string; name: string } | null
  onClose(): void
}

/** Secret addresses that calendar programs subscribe to. An address is shown once. */
export function FeedDialog({ rotation, onClose }: Props) {
  const { id: projectId, may } = useProject()
  const session = useSession()
  const { data, error, again } = useRead(Feeds, { projectId })
  const create = useChange(CreateFeed)
  const revoke = useChange(RevokeFeed)
  const [made, setMade] = useState<string | null>(null)
  const me = session.state === "signed-in" ? session.person.id : null
  const add = async () => {
    const done = await create.run(
      rotation === null ? { projectId, userId: me } : { projectId, rotationId: rotation.id },
    )
    if (done === null) return
    setMade(done.createOnCallFeed.url)
    again()
  }
  const end = async (id: string) => {
    if ((await revoke.run({ id })) !== null) again()
  }
  const rotate = async (id: string) => {
    if ((await revoke.run({ id })) !== null) await add()
  }
  const feeds = (data?.project?.onCallFeeds.edges ?? [])
    .map(({ node }) => node)
    .filter(
      ({ revokedAt, rotation: shown }) =>
        revokedAt === null && (rotation === null || shown?.id === rotation.id),
    )
  const refusal = create.refusal ?? revoke.refusal
  return (
    <Dialog
      title={rotation === null ? "Calendar links" : `Calendar links of “${rotation.name}”`}
      onClose={onClose}
    >
      <p className="muted">
        Subscribe to {rotation === null ? "your shifts" : "its shifts"} in Google Calendar, Outlook
        or Apple Calendar. Anyone with the link can read the calendar.
      </p>
      <Missing error={error} onAgain={again} />
      {refusal !== null && (
        <p className="refused" role="alert">
          {refusal.message}
        </p>
      )}
      {made !== null && (
        <div className="stack" role="status">
          <p>Copy the link now: it is shown only once.</p>
          <Copyable text={made} label="Calendar link" />
        </div>
      )}
      <ul className="rows feed-rows">
        {feeds.map(({ id, createdAt, rotation: shown, user }) => (
          <li key={id} className="line-row">
            <span className="line-name">
              {shown?.name ??
                `Shifts of ${user?.id === me ? "yours" : (user?.name ?? "a former user")}`}{" "}
              <span className="muted small">
                made <Ago at={createdAt} />
              </span>
            </span>
            {rotation !== null && (
              <Button variant="quiet" onClick={() => void rotate(id)}>
                Replace
              </Button>
            )}
            {(may("on_call:write") || user?.id === me) && (
              <Button variant="quiet" onClick={() => void end(id)}>
                Revoke
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="dialog-foot">
        <Button onClick={onClose}>Close</Button>
        <Button variant="accent" isBusy={create.isRunning} onClick={() => void add()}>
          {rotation === null ? "Link my shifts" : "Create link"}
        </Button>
      </div>
    </Dialog>
  )
}
