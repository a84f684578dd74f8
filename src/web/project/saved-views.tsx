import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useDeleted, useDeleteLater } from "../live/delete-later.ts"
import { useRead } from "../live/live-read.ts"
import { Button, Submit } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { Icon } from "../ui/icon.tsx"
import { Menu } from "../ui/menu.tsx"
import { toast } from "../ui/toast.tsx"
import { useProject } from "./project-context.ts"
import { DeleteView, SavedViews as Views, SaveView, type ViewPage } from "./view-documents.ts"

type Props = {
  page: ViewPage
  /** The search parameters of the list as it is. */
  search: string
  /** What a new view is called unless the person types something else. */
  name?: string
  onOpen(search: string): void
}

/** Names for the list's URL, of the viewer alone. */
export function SavedViews({ page, search, name: suggested = "", onOpen }: Props) {
  const { id: projectId } = useProject()
  const { data, again } = useRead(Views, { projectId, page })
  const [isSaving, setSaving] = useState(false)
  const save = useChange(SaveView)
  const deleteLater = useDeleteLater(DeleteView)
  const deleted = useDeleted(again)
  const views = (data?.project?.savedViews ?? []).filter(({ id }) => !deleted.has(id))
  const current = views.find((view) => view.search === search)
  const onSave = async (form: FormData) => {
    const name = form.get("name")
    if (typeof name !== "string") return
    if ((await save.run({ projectId, page, name, search })) === null) return
    setSaving(false)
    toast(`View “${name}” saved`)
    again()
  }
  const onDelete = ({ id, name }: { id: string; name: string }) =>
    deleteLater({ ids: [id], variables: { id }, said: `View “${name}” deleted` })
  return (
    <>
      <Menu
        label="Saved views"
        trigger={
          <button type="button" className="button" data-variant="quiet">
            <Icon name="filter" size={16} />
            {current?.name ?? "Views"}
          </button>
        }
        items={[
          ...views.map(({ name, search }) => ({ label: name, run: () => onOpen(search) })),
          views.length > 0 && "line",
          { label: "Save this view…", icon: "plus", run: () => setSaving(true) },
          current !== undefined && {
            label: `Delete “${current.name}”`,
            icon: "trash",
            isDanger: true,
            run: () => onDelete(current),
          },
        ]}
      />
      {isSaving && (
        <Dialog title="Save this view" onClose={() => setSaving(false)}>
          <p className="muted">Its search, filters, order, and layout, for you alone.</p>
          <Form className="stack" refusal={save.refusal} onSend={onSave}>
            <TextField label="Name" name="name" required autoFocus defaultValue={suggested} />
            <div className="dialog-foot">
              <Button onClick={() => setSaving(false)}>Cancel</Button>
              <Submit isBusy={save.isRunning}>Save view</Submit>
            </div>
          </Form>
        </Dialog>
      )}
    </>
  )
}
