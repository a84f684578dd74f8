import { useState, type ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Menu } from "../ui/menu.tsx"
import { DayAndTime } from "../ui/time.tsx"
import { toast } from "../ui/toast.tsx"
import { useNow } from "../ui/use-clock.ts"
import { AnnouncementDialog } from "./announcement-dialog.tsx"
import { useBuilder } from "./builder-context.ts"
import { ShownIncidents } from "./shown-incidents.tsx"
import type { Announcement } from "./status-page-documents.ts"
import { Announce, RemoveAnnouncement, UpdateAnnouncement } from "./visitor-documents.ts"
import { Card } from "../ui/card.tsx"

/** Messages at the top of the page, and incidents that it shows besides those of its monitors. */
export function MessagesTab(): ReactNode {
  const { page, mayWrite, again } = useBuilder()
  const [edited, setEdited] = useState<Announcement | "new" | null>(null)
  return (
    <>
      <Card
        title="Announcements"
        text="Messages at the top of the page for a time. They notify nobody."
        side={
          mayWrite && (
            <Button variant="accent" icon="plus" onClick={() => setEdited("new")}>
              New announcement
            </Button>
          )
        }
      >
        {page.announcements.length === 0 ? (
          <p className="card-body muted">None.</p>
        ) : (
          <ul className="rows">
            {page.announcements.map((one) => (
              <AnnouncementRow key={one.id} announcement={one} onEdit={() => setEdited(one)} />
            ))}
          </ul>
        )}
      </Card>
      <ShownIncidents />
      {edited !== null && (
        <AnnouncementDialog
          statusPageId={page.id}
          onChange={again}
          announcement={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

type RowProps = { announcement: Announcement; onEdit(): void }

function AnnouncementRow({ announcement, onEdit }: RowProps) {
  const { page, again, mayWrite } = useBuilder()
  const now = useNow()
  const end = useChange(UpdateAnnouncement)
  const remove = useChange(RemoveAnnouncement)
  const restore = useChange(Announce)
  const { id, body, startsAt, endsAt } = announcement
  const isAhead = Date.parse(startsAt) > now
  const isOver = endsAt !== null && Date.parse(endsAt) <= now
  const onEnd = async () => {
    if ((await end.run({ id, endsAt: new Date().toISOString() })) === null) {
      toast(end.refusal?.message ?? "Not ended. Try again.", { isBad: true })
    }
    again()
  }
  const onRemove = async () => {
    if ((await remove.run({ id })) === null) return
    again()
    toast("Announcement removed", {
      undo: () => void restore.run({ statusPageId: page.id, body, startsAt, endsAt }).then(again),
    })
  }
  return (
    <li className="announcement-row">
      <div>
        <p className="words announcement-body">{body}</p>
        <p className="muted small">
          {isOver ? (
            <>
              Ended <DayAndTime at={endsAt} />
            </>
          ) : (
            <>
              {isAhead ? "From " : "Since "}
              <DayAndTime at={startsAt} />
              {endsAt !== null && (
                <>
                  {" "}
                  until <DayAndTime at={endsAt} />
                </>
              )}
            </>
          )}
        </p>
      </div>
      <Badge tone={isOver ? "plain" : isAhead ? "unknown" : "good"}>
        {isOver ? "Ended" : isAhead ? "Scheduled" : "Shown"}
      </Badge>
      {mayWrite && (
        <Menu
          label={`Actions for the announcement ${body.slice(0, 40)}`}
          items={[
            { label: "Edit…", icon: "edit", run: onEdit },
            !isOver && !isAhead && { label: "End now", run: () => void onEnd() },
            { label: "Remove", icon: "trash", isDanger: true, run: () => void onRemove() },
          ]}
        />
      )}
    </li>
  )
}
