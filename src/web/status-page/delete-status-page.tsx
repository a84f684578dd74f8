import { DeleteStatusPage } from "./status-page-documents.ts"
import { ConfirmChange } from "../live/confirm-change.tsx"

type Props = {
  page: { id: string; name: string; subscribers: number }
  onClose(): void
  onDeleted(): void
}

/** Names what is lost: it cannot be undone. */
export function DeletePage({ page, onClose, onDeleted }: Props) {
  const lost = page.subscribers === 1 ? "its subscriber" : `its ${page.subscribers} subscribers`
  return (
    <ConfirmChange
      title={`Delete ${page.name}?`}
      text={`Its URL, domains, announcements${page.subscribers > 0 ? ` and ${lost}` : ""} are lost. Monitors and incidents stay.`}
      verb="Delete status page"
      document={DeleteStatusPage}
      variables={{ id: page.id }}
      said={`${page.name} deleted`}
      onDone={onDeleted}
      onClose={onClose}
    />
  )
}
