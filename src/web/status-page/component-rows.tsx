import { Link } from "@tanstack/react-router"
import { useState, type ReactNode } from "react"
import { useClient } from "urql"
import { useChange } from "../live/apply-change.ts"
import { errorInWords } from "../live/live-read.ts"
import { conditionWord } from "./component-condition.ts"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { Menu } from "../ui/menu.tsx"
import { toast } from "../ui/toast.tsx"
import { useBuilder } from "./builder-context.ts"
import {
  DeleteGroup,
  DetachComponent,
  MoveComponent,
  RestoreComponent,
  UpdateGroup,
} from "./component-documents.ts"
import type { Row } from "./component-order.ts"
import { EditComponent } from "./edit-component.tsx"
import { NameDialog } from "./name-dialog.tsx"
import type { Component } from "./status-page-documents.ts"
import { ConfirmChange } from "../live/confirm-change.tsx"

type ComponentProps = { component: Component; handle: ReactNode; isGrouped: boolean }

export function ComponentRow({ component, handle, isGrouped }: ComponentProps) {
  const { page, again, mayWrite } = useBuilder()
  const { pages } = useProject()
  const detach = useChange(DetachComponent)
  const restore = useRestore(component)
  const [isEditing, setEditing] = useState(false)
  const { mood, word } = conditionWord[component.monitor.status]
  const remove = async () => {
    const { id } = component
    if ((await detach.run({ id, statusPageId: page.id })) === null) {
      toast("The component was not removed. Try again.", { isBad: true })
    } else toast(`${component.displayName} removed from the page`, { undo: () => void restore() })
    again()
  }
  return (
    <div className="component-row hovers" data-grouped={isGrouped || undefined}>
      {handle}
      <Glyph mood={mood} />
      <div className="component-name">
        <strong className="clip">{component.displayName}</strong>
        <span className="unseen">, {word}</span>
        {component.monitorName !== component.displayName && (
          <span className="muted small clip">
            <Link {...pages.monitor(component.monitorId)}>{component.monitorName}</Link>
          </span>
        )}
        {component.displayDescription !== "" && (
          <span className="muted small clip">{component.displayDescription}</span>
        )}
      </div>
      <span className="component-hidden">
        {!component.showUptimePercent && <Badge>Uptime hidden</Badge>}
        {!component.showResponseTimes && <Badge>Response times hidden</Badge>}
      </span>
      {mayWrite && (
        <div className="row component-actions">
          <Button
            variant="quiet"
            icon="edit"
            aria-label={`Edit ${component.displayName}`}
            onClick={() => setEditing(true)}
          />
          <Button
            variant="quiet"
            icon="close"
            aria-label={`Remove ${component.displayName}`}
            isBusy={detach.isRunning}
            onClick={() => void remove()}
          />
        </div>
      )}
      {isEditing && (
        <EditComponent component={component} onClose={() => setEditing(false)} onDone={again} />
      )}
    </div>
  )
}

/** Undoes the removal of a component: its name, its settings and its place are as before. */
function useRestore({ group, ...component }: Component): () => Promise<void> {
  const { page, again } = useBuilder()
  const client = useClient()
  return async () => {
    const { id: before, monitorId, displayName, displayDescription } = component
    const { showUptimePercent, showResponseTimes } = component
    const shown = { displayName, displayDescription, showUptimePercent, showResponseTimes }
    const groupId = group?.id ?? null
    const beside = page.resources.edges.filter(({ node }) => (node.group?.id ?? null) === groupId)
    const position = beside.findIndex(({ node }) => node.id === before) + 1
    const attached = await client
      .mutation(RestoreComponent, { statusPageId: page.id, monitorId, ...shown })
      .toPromise()
    const id = attached.data?.attachStatusPageMonitor.id
    const { error } =
      id === undefined
        ? attached
        : await client.mutation(MoveComponent, { id, groupId, position }).toPromise()
    if (error !== undefined) toast(errorInWords(error), { isBad: true })
    again()
  }
}

type GroupProps = { row: Extract<Row, { kind: "group" | "rest" }>; handle: ReactNode }

export function GroupRow({ row, handle }: GroupProps) {
  const { again, mayWrite } = useBuilder()
  const [asked, setAsked] = useState<"rename" | "delete" | null>(null)
  const close = () => setAsked(null)
  const update = useChange(UpdateGroup)
  const fold = async (isCollapsed: boolean) => {
    if ((await update.run({ id: row.id, isCollapsed })) !== null) again()
  }
  return (
    <div className="group-row" data-rest={row.kind === "rest" || undefined}>
      {handle}
      <h3 className="clip">{row.name}</h3>
      {row.kind === "group" && mayWrite && (
        <Menu
          label={`Actions for the group ${row.name}`}
          items={[
            { label: "Rename…", icon: "edit", run: () => setAsked("rename") },
            {
              label: row.isCollapsed ? "Show open to visitors" : "Show folded to visitors",
              icon: row.isCollapsed ? "expand" : "collapse",
              run: () => void fold(!row.isCollapsed),
            },
            {
              label: "Delete group…",
              icon: "trash",
              isDanger: true,
              run: () => setAsked("delete"),
            },
          ]}
        />
      )}
      {asked === "rename" && (
        <NameDialog
          title={`Rename ${row.name}`}
          label="Group name"
          verb="Save"
          defaultValue={row.name}
          document={UpdateGroup}
          variablesOf={(name) => ({ id: row.id, name })}
          onClose={close}
          onDone={again}
        />
      )}
      {asked === "delete" && (
        <ConfirmChange
          title={`Delete the group ${row.name}?`}
          text="Its components stay on the page, below all groups."
          verb="Delete group"
          document={DeleteGroup}
          variables={{ id: row.id }}
          onDone={again}
          onClose={close}
        />
      )}
    </div>
  )
}
