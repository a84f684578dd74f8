import { useState, type ReactNode } from "react"
import { useClient } from "urql"
import { errorInWords } from "../live/live-read.ts"
import { Button } from "../ui/button.tsx"
import { Empty } from "../ui/empty.tsx"
import { Sortable } from "../ui/sortable.tsx"
import { toast } from "../ui/toast.tsx"
import { AddMonitors } from "./add-monitors.tsx"
import { useBuilder } from "./builder-context.ts"
import { CreateGroup, MoveComponent, UpdateGroup } from "./component-documents.ts"
import { ComponentRow, GroupRow } from "./component-rows.tsx"
import { NameDialog } from "./name-dialog.tsx"
import { moveOf, rowsOf, type Row } from "./component-order.ts"
import type { StatusPage } from "./status-page-documents.ts"
import { Card } from "../ui/card.tsx"

/** The monitors on a page: order and groups by dragging. */
export function ComponentsTab(): ReactNode {
  const { page, again, mayWrite } = useBuilder()
  const { rows, move } = useRows(page, again)
  const [open, setOpen] = useState<"monitors" | "group" | null>(null)
  const close = () => setOpen(null)
  const isEmpty = page.resources.edges.length === 0 && page.groups.length === 0
  return (
    <Card
      title="Components"
      text="Monitors under the names that visitors see. Drag to change the order, also between groups."
      side={
        mayWrite && (
          <div className="row">
            <Button onClick={() => setOpen("group")}>Add group</Button>
            <Button variant="accent" icon="plus" onClick={() => setOpen("monitors")}>
              Add monitors
            </Button>
          </div>
        )
      }
    >
      {isEmpty ? (
        <Empty title="No components yet">
          <p>Add the monitors whose status your visitors should see.</p>
        </Empty>
      ) : mayWrite ? (
        <div className="component-list">
          <Sortable items={rows} label={labelOf} onMove={(ids, moved) => void move(ids, moved)}>
            {(row, handle) => <OneRow row={row} handle={handle} />}
          </Sortable>
        </div>
      ) : (
        <ul className="component-list">
          {rows.map((row) => (
            <li key={row.id}>
              <OneRow row={row} handle={null} />
            </li>
          ))}
        </ul>
      )}
      {page.componentCount > page.resources.edges.length && (
        <p className="card-body muted small">
          The first {page.resources.edges.length} of {page.componentCount} components.
        </p>
      )}
      {open === "monitors" && <AddMonitors page={page} onClose={close} onDone={again} />}
      {open === "group" && (
        <NameDialog
          title="Add group"
          label="Group name"
          verb="Add group"
          document={CreateGroup}
          variablesOf={(name) => ({ statusPageId: page.id, name })}
          onClose={close}
          onDone={again}
        />
      )}
    </Card>
  )
}

const labelOf = (row: Row): string =>
  row.kind === "component" ? row.component.displayName : `the group ${row.name}`

const OneRow = ({ row, handle }: { row: Row; handle: ReactNode }) =>
  row.kind === "component" ? (
    <ComponentRow component={row.component} handle={handle} isGrouped={row.isGrouped} />
  ) : (
    <GroupRow row={row} handle={row.kind === "group" ? handle : null} />
  )

/** The rows in their saved order, or as they were just moved until the page is read again. */
function useRows(page: StatusPage, again: () => void) {
  const client = useClient()
  const [moved, setMoved] = useState<{ page: StatusPage; rows: Row[] } | null>(null)
  const rows = moved?.page === page ? moved.rows : rowsOf(page)
  const move = async (ids: string[], movedId: string) => {
    const change = moveOf(rows, ids, movedId)
    if (change === null) return
    setMoved({ page, rows: change.rows })
    const { error } =
      change.kind === "group"
        ? await client
            .mutation(UpdateGroup, { id: change.id, position: change.position })
            .toPromise()
        : await client
            .mutation(MoveComponent, {
              id: change.id,
              groupId: change.groupId,
              position: change.position,
            })
            .toPromise()
    if (error !== undefined) {
      setMoved(null)
      toast(errorInWords(error), { isBad: true })
    }
    again()
  }
  return { rows, move }
}
