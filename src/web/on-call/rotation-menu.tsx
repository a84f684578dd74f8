import { useState } from "react"
import { useProject } from "../project/project-context.ts"
import { Menu } from "../ui/menu.tsx"
import { FeedDialog } from "./feed-dialog.tsx"
import { DeleteRotation } from "./rotation-documents.ts"
import { ConfirmChange } from "../live/confirm-change.tsx"

type Props = {
  rotation: { id: string; name: string }
  hasEdit?: boolean
  onDeleted(): void
}

export function RotationMenu({ rotation: { id, name }, hasEdit = true, onDeleted }: Props) {
  const { pages, may } = useProject()
  const [open, setOpen] = useState<"delete" | "feed" | null>(null)
  const mayWrite = may("on_call:write")
  return (
    <>
      <Menu
        label={`More actions for ${name}`}
        items={[
          mayWrite && hasEdit && { label: "Edit", link: pages.editRotation(id) },
          { label: "Calendar links…", icon: "calendar", run: () => setOpen("feed") },
          mayWrite && "line",
          mayWrite && { label: "Delete…", isDanger: true, run: () => setOpen("delete") },
        ]}
      />
      {open === "feed" && <FeedDialog rotation={{ id, name }} onClose={() => setOpen(null)} />}
      {open === "delete" && (
        <ConfirmChange
          title={`Delete “${name}”?`}
          text="Its overrides and calendar links are deleted too, and rules of policies that name it lose this target."
          verb="Delete"
          document={DeleteRotation}
          variables={{ id }}
          said={`Rotation “${name}” deleted.`}
          onDone={onDeleted}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
