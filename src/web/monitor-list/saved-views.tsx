import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useDeleted, useDeleteLater } from "../live/delete-later.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Button, Submit } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { Icon } from "../ui/icon.tsx"
import { Menu } from "../ui/menu.tsx"
import { toast } from "../ui/toast.tsx"
import { DeleteView, SavedViews as Views, SaveView } from "./list-documents.ts"

/** Names for the list's URL, of the viewer alone. */
export function SavedViews({ search, onOpen }: { search: string; onOpen(search: string): void }) {
  const { id: projectId } = useProject()
  const { data, again } = useRead(Views, { projectId })
  const [isSaving, setSaving] = useState(false)
  const save = useChange(SaveView)
  const deleteLater = useDeleteLater(DeleteView)
  const deleted = useDeleted(again)
  const views = (data?.project?.savedViews ?? []).filter(({ id }) => !deleted.has(id))
  const current = views.find((view) => view.search === search)
  const onSave = async (form: FormData) => {
    const name = form.get("name")
    if (typeof name !== "string") return
    if ((await save.run({ projectId, name, search })) === null) return
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
          <Form className="stack" refusal={save.refusal} onSend={(form) => void onSave(form)}>
            <TextField label="Name" name="name" required autoFocus />
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
