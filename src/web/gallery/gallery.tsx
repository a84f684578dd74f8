import { useState, type ReactNode } from "react"
import { Badge, type Tone } from "../ui/badge.tsx"
import { Button, Submit } from "../ui/button.tsx"
import { DateTimeField, readDateTime } from "../ui/date-time-field.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { FilterBar } from "../ui/filter-bar.tsx"
import { Markdown, MarkdownField } from "../ui/markdown.tsx"
import { Menu } from "../ui/menu.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { MultiPicker, Picker } from "../ui/picker.tsx"
import { readRange, spanOf, writeRange, type Range } from "../ui/range.ts"
import { RangePicker } from "../ui/range-picker.tsx"
import { Segments } from "../ui/segments.tsx"
import { Sortable } from "../ui/sortable.tsx"
import { Step, Steps } from "../ui/steps.tsx"
import { Switch } from "../ui/switch.tsx"
import { TabLinks } from "../ui/tabs.tsx"
import { toast, Toaster } from "../ui/toast.tsx"
import { VirtualRows } from "../ui/virtual-rows.tsx"
import { AlertTimeline } from "../alert/alert-timeline.tsx"
import { timelineNodes } from "./timeline-example.ts"
import "./gallery.css"

const tones: Tone[] = ["plain", "good", "warning", "bad", "unknown", "maintenance", "accent"]
const people = ["Ada Lovelace", "Grace Hopper", "Katherine Johnson", "Radia Perlman"].map(
  (label) => ({ value: label, label, hint: "member" }),
)
const many = Array.from({ length: 10_000 }, (_unused, index) => `Row ${index + 1}`)

export const Gallery = () => (
  <main className="page gallery">
    <PageHead title="Gallery" sub="Every component of the dashboard">
      <Button variant="accent">Primary</Button>
      <Menu
        label="More actions"
        items={[
          { label: "Duplicate", icon: "copy", run: () => toast("Duplicated") },
          "line",
          { label: "Delete…", icon: "trash", isDanger: true, run: () => toast("Deleted") },
        ]}
      />
    </PageHead>
    <TabLinks
      label="Tabs"
      items={[
        { label: "Gallery", to: "/", count: 3 },
        { label: "Account", to: "/account" },
      ]}
    />
    <Part title="Badges">
      {tones.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
    </Part>
    <Part title="Form">
      <Fields />
    </Part>
    <Part title="Filters">
      <Filters />
    </Part>
    <Part title="Order">
      <Order />
    </Part>
    <Part title="Steps">
      <Steps label="Alert timeline">
        <Step at="2026-11-20T19:02:24Z" tone="bad" title="Check failed">
          Got 500, expected 200–299
        </Step>
        <Step at="2026-11-20T19:02:29Z" title="SMS to Grace Hopper" isMuted>
          Quiet hours until 07:00
        </Step>
        <Step at={{ words: "after 5 min" }} tone="accent" title="Page Ada Lovelace" />
      </Steps>
    </Part>
    <Part title="Alert timeline">
      <AlertTimeline nodes={timelineNodes} next={[]} />
    </Part>
    <Part title="Long list">
      <div className="card gallery-list">
        <VirtualRows label="Rows" rows={many} rowKey={(row) => row} height={40}>
          {(row) => row}
        </VirtualRows>
      </div>
    </Part>
    <Toaster />
  </main>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="stack" aria-label={title}>
    <h2>{title}</h2>
    <div className="row gallery-part">{children}</div>
  </section>
)

function Fields() {
  const [sent, setSent] = useState("")
  const [readAt, setReadAt] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <Form
      className="form"
      refusal={null}
      onSend={(form) => {
        setReadAt(readDateTime(form, "startsAt"))
        setSent(
          new URLSearchParams([...form].map(([name, value]) => [name, value as string])).toString(),
        )
      }}
    >
      <TextField label="Name" name="name" hint="Shown to everybody" />
      <Picker label="Person" name="person" options={people} isOptional />
      <MultiPicker label="People" name="people" options={people} defaultValues={["Grace Hopper"]} />
      <DateTimeField label="Starts" name="startsAt" defaultValue="2026-11-20T19:00:00Z" />
      <MarkdownField label="Message" name="message" defaultValue="We **know** the cause." />
      <Switch label="Notify subscribers" name="notify" hint="128 people" defaultOn />
      <div className="form-foot">
        <Submit>Save</Submit>
        <Button onClick={() => setOpen(true)}>Open dialog</Button>
      </div>
      <code>{sent}</code>
      <Markdown text={`Read as **${readAt ?? "nothing"}**`} />
      {isOpen && (
        <Dialog title="Choose a person" onClose={() => setOpen(false)}>
          <Picker label="Recipient" options={people} />
          <div className="dialog-foot">
            <Menu label="More" items={[{ label: "Nothing", run: () => {} }]} />
            <Button onClick={() => setOpen(false)}>Close</Button>
          </div>
        </Dialog>
      )}
    </Form>
  )
}

function Filters() {
  const [search, setSearch] = useState("")
  const [state, setState] = useState("")
  const [view, setView] = useState<"list" | "grid">("list")
  const [range, setRange] = useState<Range>(readRange({}))
  return (
    <>
      <FilterBar
        search={search}
        placeholder="Search incidents"
        onSearch={setSearch}
        filters={[
          {
            key: "state",
            label: "State",
            value: state,
            options: [{ value: "open", label: "Open" }],
            onChange: setState,
          },
        ]}
        onClear={() => {
          setSearch("")
          setState("")
        }}
      />
      <Segments
        label="View"
        value={view}
        options={[
          { value: "list", label: "List" },
          { value: "grid", label: "Grid" },
        ]}
        onChange={setView}
      />
      <RangePicker value={range} onChange={setRange} />
      <code>{JSON.stringify({ ...writeRange(range), ...spanOf(range, new Date()) })}</code>
    </>
  )
}

function Order() {
  const [items, setItems] = useState(people.map(({ label }) => ({ id: label })))
  return (
    <Sortable
      items={items}
      label={({ id }) => id}
      onMove={(ids) => setItems(ids.map((id) => ({ id })))}
    >
      {({ id }, handle) => (
        <div className="row">
          {handle}
          {id}
        </div>
      )}
    </Sortable>
  )
}
