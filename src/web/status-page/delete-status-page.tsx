import { useChange } from "../live/apply-change.ts"
import { Confirm } from "../ui/dialog.tsx"
import { toast } from "../ui/toast.tsx"
import { DeleteStatusPage } from "./status-page-documents.ts"

type Props = {
  page: { id: string; name: string; subscribers: number }
  onClose(): void
  onDeleted(): void
}

/** Names what is lost: it cannot be undone. */
export function DeletePage({ page, onClose, onDeleted }: Props) {
  const remove = useChange(DeleteStatusPage)
  const send = async () => {
    if ((await remove.run({ id: page.id })) === null) return
    toast(`${page.name} deleted`)
    onDeleted()
  }
  const lost = page.subscribers === 1 ? "its subscriber" : `its ${page.subscribers} subscribers`
  return (
    <Confirm
      title={`Delete ${page.name}?`}
      text={`Its URL, domains, announcements${page.subscribers > 0 ? ` and ${lost}` : ""} are lost. Monitors and incidents stay.`}
      verb="Delete status page"
      change={remove}
      onYes={() => void send()}
      onClose={onClose}
    />
  )
}
