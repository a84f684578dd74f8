import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { Confirm } from "../ui/dialog.tsx"
import { toast } from "../ui/toast.tsx"
import { AnnouncementDialog } from "./announcement-dialog.tsx"
import { DeletePage } from "./delete-status-page.tsx"
import type { StatusPageAct } from "./status-page-acts.ts"
import { UpdateStatusPage, type StatusPageRow } from "./status-page-documents.ts"
import { addressOf } from "./status-page-messages.ts"

type Subject = Pick<StatusPageRow, "id" | "name" | "subscribers"> & Parameters<typeof addressOf>[0]

/** Does what `statusPageActs` lists. */
export function useStatusPageActs(page: Subject, onChange: () => void) {
  const { pages } = useProject()
  const navigate = useNavigate()
  const update = useChange(UpdateStatusPage)
  const [asked, setAsked] = useState<"announce" | "unpublish" | "delete" | null>(null)
  const { id, name } = page
  const close = () => setAsked(null)
  const publish = async (isPublic: boolean) => {
    if ((await update.run({ id, isPublic })) === null) return
    close()
    toast(isPublic ? `${name} is public` : `${name} is private`)
    onChange()
  }
  const subscribers = page.subscribers?.totalCount ?? 0
  const run: Record<StatusPageAct, () => void> = {
    announce: () => setAsked("announce"),
    publish: () => void publish(true),
    view: () => window.open(addressOf(page), "_blank", "noreferrer"),
    unpublish: () => setAsked("unpublish"),
    delete: () => setAsked("delete"),
  }
  return {
    run,
    isRunning: update.isRunning,
    refusal: asked === "unpublish" ? null : update.refusal,
    dialogs: (
      <>
        {asked === "announce" && (
          <AnnouncementDialog
            statusPageId={id}
            announcement={null}
            onChange={onChange}
            onClose={close}
          />
        )}
        {asked === "unpublish" && (
          <Confirm
            title={`Unpublish ${name}?`}
            text={`Visitors will see no page at this address, and its ${subscribers} ${subscribers === 1 ? "subscriber gets" : "subscribers get"} no notices until it is public again.`}
            verb="Unpublish"
            change={update}
            onYes={() => void publish(false)}
            onClose={close}
          />
        )}
        {asked === "delete" && (
          <DeletePage
            page={{ id, name, subscribers }}
            onClose={close}
            onDeleted={() => void navigate(pages.statusPages)}
          />
        )}
      </>
    ),
  }
}
