import { useState, type ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { Part } from "../settings/part.tsx"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Form } from "../ui/field.tsx"
import { Findings } from "../ui/findings.tsx"
import { Ago } from "../ui/time.tsx"
import { toast } from "../ui/toast.tsx"
import {
  SetSettings,
  TestArea,
  type Group,
  type Setting,
  type Values,
} from "./setting-documents.ts"
import { canSet, fieldsOf } from "./setting-fields.tsx"
import "./area-part.css"

type Area = Exclude<Group, "SIGN_UP"> | "STORE" | "BACKUPS"

type Props = {
  title: string
  text: ReactNode
  /** What the operator may set of it. */
  group?: Group
  settings?: readonly Setting[]
  /** What its test button tests; none without it. */
  area?: Area
  testWord?: string
  onChange(): void
  children?: ReactNode
}

/** A part of the installation: where it is set, a test, and a form for what the environment leaves open. */
export function AreaPart({
  title,
  text,
  group,
  settings = [],
  area,
  testWord = "Test",
  onChange,
  children,
}: Props) {
  const own = settings.filter((one) => one.group === group)
  const [isOpen, setOpen] = useState(false)
  const test = useTest(area)
  const isSet = own.some(({ isSecret }) => isSecret)
    ? own.some((one) => one.isSecret && one.isSet)
    : own.length > 0
  const mayChange = group !== undefined && own.some(canSet)
  return (
    <Part
      title={title}
      text={text}
      side={
        <div className="setting-side">
          {own.length > 0 && <Origin settings={own} />}
          {area !== undefined && (
            <Button variant="quiet" isBusy={test.isRunning} onClick={test.run}>
              {testWord}
              <span className="unseen"> {title}</span>
            </Button>
          )}
          {mayChange && (
            <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? "Close" : isSet ? "Change" : "Set up"}
              <span className="unseen"> {title}</span>
            </Button>
          )}
        </div>
      }
    >
      {children}
      {isOpen && group !== undefined && (
        <SettingForm
          group={group}
          settings={own}
          onSaved={() => {
            setOpen(false)
            onChange()
          }}
        />
      )}
      <Result {...test} />
    </Part>
  )
}

function Origin({ settings }: { settings: readonly Setting[] }) {
  if (settings.some(({ source }) => source === "ENVIRONMENT")) {
    return <Badge tone="plain">Set in the environment</Badge>
  }
  const set = settings.find(({ source }) => source === "OPERATOR")
  if (set === undefined) return null
  return (
    <span className="muted small">
      Set by {set.changedBy ?? "the operator"}
      {set.changedAt !== null && (
        <>
          {" "}
          <Ago at={set.changedAt} />
        </>
      )}
    </span>
  )
}

type FormProps = { group: Group; settings: readonly Setting[]; onSaved(): void }

function SettingForm({ group, settings, onSaved }: FormProps) {
  const change = useChange(SetSettings)
  const [asked, setAsked] = useState<Values | null>(null)
  const { Fields, read } = fieldsOf[group]
  const of = (name: string) => settings.find((one) => one.name === name)
  const stored = settings.filter(({ source }) => source === "OPERATOR")
  const save = async (values: Values, isConfirmed: boolean) => {
    if (values.length === 0) return onSaved()
    setAsked(values)
    if ((await change.run({ group, values, isConfirmed })) === null) return
    toast("Saved; in effect within seconds")
    onSaved()
  }
  const asks = asked !== null && change.refusal?.message.includes("Confirm to ") === true
  return (
    <Form
      className="part-body"
      refusal={change.refusal}
      onSend={(form) => void save(read(form, of), false)}
    >
      <Fields of={of} />
      <div className="row">
        <Button type="submit" variant="accent" isBusy={change.isRunning}>
          {group === "SIGN_UP" ? "Save" : "Test and save"}
        </Button>
        {asks && (
          <Button variant="quiet" isBusy={change.isRunning} onClick={() => void save(asked, true)}>
            Save anyway
          </Button>
        )}
        {stored.length > 0 && (
          <Button
            variant="quiet"
            isBusy={change.isRunning}
            onClick={() =>
              void save(
                stored.map(({ name }) => ({ name, value: null })),
                false,
              )
            }
          >
            Remove
          </Button>
        )}
      </div>
    </Form>
  )
}

type Found = { isWorking: boolean; words: ReactNode }

/** Tests a part, and says what it found. */
function useTest(area: Area | undefined) {
  const test = useChange(TestArea)
  const [found, setFound] = useState<Found | null>(null)
  const run = async () => {
    if (area === undefined) return
    setFound(null)
    const tested = (await test.run({ area }))?.testInstallation
    if (tested === undefined) return
    setFound({ isWorking: tested.isWorking, words: <Findings of={tested.findings} /> })
  }
  const refused = test.refusal === null ? null : { isWorking: false, words: test.refusal.message }
  return { run: () => void run(), isRunning: test.isRunning, found: found ?? refused }
}

const Result = ({ found, isRunning }: { found: Found | null; isRunning: boolean }) => (
  <div role="status">
    {(isRunning || found !== null) && (
      <p className="part-foot test-result">
        {found === null ? (
          "Testing…"
        ) : (
          <>
            <Badge tone={found.isWorking ? "good" : "bad"}>
              {found.isWorking ? "Works" : "Failed"}
            </Badge>
            <span>{found.words}</span>
          </>
        )}
      </p>
    )}
  </div>
)
