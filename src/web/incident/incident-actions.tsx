import { Suspense, useState } from "react"
import { lazyPart } from "../lazy-part.ts"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { Refused } from "../ui/field.tsx"
import { Menu } from "../ui/menu.tsx"
import { toast } from "../ui/toast.tsx"
import { useRowKeys } from "../ui/use-row-keys.ts"
import { EditIncident } from "./edit-incident.tsx"
import {
  ChangeIncidentState,
  ReopenIncident,
  ResolveIncident,
  type OneIncident,
} from "./incident-documents.ts"
import { capital } from "./incident-line.tsx"
import { IncidentWords } from "./incident-list-documents.ts"
import { PageForIncident } from "./page-documents.ts"
import { AskResolve } from "./resolve.tsx"
import { useAcknowledge } from "./use-acknowledge.ts"

const PageSomeone = lazyPart(() => import("./page-someone.tsx"), "PageSomeone")

type Props = { incident: OneIncident; onChange(): void }

/** The next step as a button, every state in a menu. On a phone they stay at the bottom, in reach of the thumb. */
export function IncidentActions({ incident, onChange }: Props) {
  const { id: projectId } = useProject()
  const { id, resolvedAt, acknowledgedAt, state } = incident
  const { data } = useRead(IncidentWords, { projectId })
  const [isEditing, setEditing] = useState(false)
  const [isResolving, setResolving] = useState(false)
  const [isPaging, setPaging] = useState(false)
  const page = useChange(PageForIncident)
  const acknowledge = useAcknowledge(onChange)
  const resolve = useChange(ResolveIncident)
  const reopen = useChange(ReopenIncident)
  const change = useChange(ChangeIncidentState)
  const all = [acknowledge, resolve, reopen, change]
  const refusal = all.find((one) => one.refusal !== null)?.refusal ?? null
  const isRunning = all.some((one) => one.isRunning)
  const run = (one: typeof resolve | typeof reopen) =>
    void one.run({ id }).then((done) => done && onChange())
  const moveTo = async (name: string) => {
    if ((await change.run({ id, state: name })) === null) return
    toast(`State changed to ${name}`)
    onChange()
  }
  const isOpen = resolvedAt === null
  const mayAcknowledge = isOpen && acknowledgedAt === null
  const states = data?.project?.states.edges.map(({ node }) => node) ?? []
  useRowKeys(
    {
      a: () => mayAcknowledge && void acknowledge.run(incident),
      r: () => isOpen && setResolving(true),
      p: () => isOpen && setPaging(true),
    },
    id,
  )
  return (
    <div className="incident-actions">
      {mayAcknowledge && (
        <Button variant="accent" isBusy={isRunning} onClick={() => void acknowledge.run(incident)}>
          Acknowledge
        </Button>
      )}
      {isOpen ? (
        <Button
          variant={mayAcknowledge ? "plain" : "accent"}
          isBusy={isRunning}
          onClick={() => setResolving(true)}
        >
          Resolve
        </Button>
      ) : (
        <Button isBusy={isRunning} onClick={() => run(reopen)}>
          Reopen
        </Button>
      )}
      <Menu
        label="Change state"
        trigger={
          <button type="button" className="button">
            Change state
          </button>
        }
        items={states
          .filter(({ name }) => name !== state.name)
          .map(({ name, label }) => ({ label: capital(label), run: () => void moveTo(name) }))}
      />
      <Menu
        label="More actions"
        items={[
          isOpen && { label: "Page someone else…", icon: "alerts", run: () => setPaging(true) },
          { label: "Edit incident", icon: "edit", run: () => setEditing(true) },
        ]}
      />
      {refusal !== null && <Refused refusal={refusal} />}
      {isEditing && (
        <EditIncident incident={incident} onChange={onChange} onClose={() => setEditing(false)} />
      )}
      {isPaging && (
        <Suspense>
          <PageSomeone
            refusal={page.refusal}
            isBusy={page.isRunning}
            onPage={(whom) =>
              void page.run({ id, ...whom }).then((done) => {
                if (done === null) return
                setPaging(false)
                toast("Paged")
                onChange()
              })
            }
            onClose={() => setPaging(false)}
          />
        </Suspense>
      )}
      {isResolving && (
        <AskResolve
          monitor={incident.monitor}
          onResolve={() => {
            setResolving(false)
            run(resolve)
          }}
          onClose={() => setResolving(false)}
        />
      )}
    </div>
  )
}
