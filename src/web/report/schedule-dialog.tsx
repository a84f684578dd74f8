import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { FormDialog } from "../ui/form-dialog.tsx"
import { Choice, TextArea } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { MultiPicker } from "../ui/picker.tsx"
import { toast } from "../ui/toast.tsx"
import {
  CreateReportSchedule,
  ReportScopes,
  UpdateReportSchedule,
  type Person,
  type Schedule,
} from "./report-documents.ts"
import { ScopeOptions } from "./scope-options.tsx"

type Props = {
  /** Absent for a new one. */
  schedule?: Schedule
  people: readonly Person[]
  onChange(): void
  onClose(): void
}

type Attachment = Schedule["attachments"][number]

const attachable: { value: Attachment; label: string; hint?: string }[] = [
  { value: "UPTIME", label: "Uptime" },
  { value: "OUTAGES", label: "Outages" },
  { value: "INCIDENTS", label: "Incidents", hint: "all monitors or a label" },
  { value: "ALERTS", label: "Alerts", hint: "all monitors or a label" },
  { value: "DELIVERIES", label: "Deliveries", hint: "all monitors" },
  { value: "ON_CALL", label: "On-call report", hint: "all monitors" },
  { value: "SHIFTS", label: "On-call hours", hint: "all monitors" },
]

/** Which monitors, for a new report; and who gets it. */
export function ScheduleDialog({ schedule, people, onChange, onClose }: Props) {
  const { id: projectId } = useProject()
  const create = useChange(CreateReportSchedule)
  const update = useChange(UpdateReportSchedule)
  const [attachments, setAttachments] = useState<readonly Attachment[]>(schedule?.attachments ?? [])
  const [memberIds, setMembers] = useState(schedule?.members.map(({ id }) => id) ?? [])

  const send = async (form: FormData) => {
    const addresses = entry(form, "addresses")
      .split(/[\s,;]+/)
      .filter((one) => one !== "")
    const [kind, id] = entry(form, "scope").split(" ")
    const done = schedule
      ? await update.run({ id: schedule.id, memberIds, addresses, attachments: [...attachments] })
      : await create.run({
          projectId,
          memberIds,
          addresses,
          attachments: [...attachments],
          ...(kind === "label" ? { labelId: id ?? null } : {}),
          ...(kind === "page" ? { statusPageId: id ?? null } : {}),
        })
    if (done === null) return
    toast(schedule ? "Recipients saved" : "Report added")
    onClose()
    onChange()
  }
  return (
    <FormDialog
      title={schedule ? "Edit monthly report" : "New monthly report"}
      changes={[create, update]}
      verb={schedule ? "Save" : "Add report"}
      onSend={send}
      onClose={onClose}
    >
      {!schedule && <ScopeChoice />}
      <MultiPicker
        label="Members"
        at="#/memberIds"
        options={people.map(({ id, name, email }) => ({ value: id, label: name, hint: email }))}
        values={memberIds}
        onChange={setMembers}
      />
      <TextArea
        label="Other addresses"
        name="addresses"
        rows={3}
        defaultValue={schedule?.addresses.join("\n") ?? ""}
        placeholder="customer@example.com"
        hint="One per line. Each mail has a link to unsubscribe."
      />
      <MultiPicker
        label="Attach as CSV"
        at="#/attachments"
        options={attachable}
        values={[...attachments]}
        onChange={(values) => setAttachments(values as Attachment[])}
      />
    </FormDialog>
  )
}

function ScopeChoice() {
  const { id } = useProject()
  const { data } = useRead(ReportScopes, { id })
  return (
    <Choice label="Monitors" name="scope" at="#/statusPageId">
      <ScopeOptions
        labels={data?.project?.labels.edges.map(({ node }) => node) ?? []}
        pages={data?.project?.statusPages?.edges.map(({ node }) => node) ?? []}
      />
    </Choice>
  )
}
