import { useState } from "react"
import { useClient } from "urql"
import type { Refusal } from "../ui/refusal.ts"
import { errorInWords } from "../live/live-read.ts"
import { Dialog, DialogFoot } from "../ui/dialog.tsx"
import { Choice, Form } from "../ui/field.tsx"
import { entries, entry } from "../ui/form-entry.ts"
import { AttachMonitor, MoveComponent } from "./component-documents.ts"
import { MonitorChoice } from "../monitor/monitor-choice.tsx"
import type { StatusPage } from "./status-page-documents.ts"

type Props = { page: StatusPage; onClose(): void; onDone(): void }

/** Shows monitors on a page, in one of its groups. */
export function AddMonitors({ page, onClose, onDone }: Props) {
  const client = useClient()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const present = new Set(page.resources.edges.map(({ node }) => node.monitorId))

  async function attach(monitorId: string, groupId: string | null): Promise<void> {
    const { data, error } = await client
      .mutation(AttachMonitor, { statusPageId: page.id, monitorId })
      .toPromise()
    if (error !== undefined) throw new Error(errorInWords(error))
    if (data === undefined || groupId === null) return
    const { id } = data.attachStatusPageMonitor
    await client.mutation(MoveComponent, { id, groupId, position: 1000 }).toPromise()
  }
  async function send(form: FormData): Promise<void> {
    const group = entry(form, "group")
    setBusy(true)
    try {
      for (const id of entries(form, "monitors").filter((one) => one !== "")) {
        await attach(id, group === "" ? null : group)
      }
      onClose()
    } catch (error) {
      const message = error instanceof Error ? error.message : "Not added."
      setRefusal({ message, issues: new Map() })
    } finally {
      setBusy(false)
      onDone()
    }
  }
  return (
    <Dialog title="Add monitors" onClose={onClose}>
      <Form className="stack" refusal={refusal} onSend={send}>
        <MonitorChoice label="Monitors" name="monitors" without={present} />
        {page.groups.length > 0 && (
          <Choice
            label="Group"
            name="group"
            options={page.groups.map(({ id, name }) => ({ value: id, label: name }))}
          >
            <option value="">Without a group</option>
          </Choice>
        )}
        <DialogFoot isBusy={isBusy} onClose={onClose}>
          Add to the page
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
