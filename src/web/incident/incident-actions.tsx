import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { keysOf, menuOf, readyActs, useActsInView } from "../ui/acts.ts"
import { Button } from "../ui/button.tsx"
import { Refused } from "../ui/field.tsx"
import { Menu } from "../ui/menu.tsx"
import { titleOf } from "../ui/title-of.ts"
import { toast } from "../ui/toast.tsx"
import { useRowKeys } from "../ui/use-row-keys.ts"
import { incidentActs } from "./incident-acts.ts"
import { ChangeIncidentState, type OneIncident } from "./incident-documents.ts"
import { capital } from "../ui/capital.ts"
import { IncidentWords } from "./incident-list-documents.ts"
import { useIncidentActs } from "./use-incident-acts.tsx"

type Props = { incident: OneIncident; onChange(): void; onAnnounce(): void }

const buttons = ["acknowledge", "resolve", "reopen"]

/** The next step as a button, every state in a menu. On a phone they stay at the bottom, in reach of the thumb. */
export function IncidentActions({ incident, onChange, onAnnounce }: Props) {
  const { id: projectId, may } = useProject()
  const { id, number, resolvedAt, state } = incident
  const { data } = useRead(IncidentWords, { projectId })
  const { run, isRunning, refusal, dialogs } = useIncidentActs(incident, onChange, onAnnounce)
  const change = useChange(ChangeIncidentState)
  const acts = readyActs(incidentActs, incident, may, run)
  const [first, ...others] = acts.filter(({ key }) => buttons.includes(key))
  useActsInView({ id, name: `#${number} ${titleOf(incident)}`, acts })
  useRowKeys(keysOf(acts), id)
  const moveTo = async (name: string) => {
    if ((await change.run({ id, state: name })) === null) return
    toast(`State changed to ${name}`)
    onChange()
  }
  const states = data?.project?.states.edges.map(({ node }) => node) ?? []
  const isBusy = isRunning || change.isRunning
  const shown = refusal ?? change.refusal
  return (
    <div className="incident-actions row">
      {first !== undefined && (
        <Button
          variant={resolvedAt === null ? "accent" : "plain"}
          isBusy={isBusy}
          onClick={first.run}
        >
          {first.label}
        </Button>
      )}
      {others.map(({ key, label, run }) => (
        <Button key={key} isBusy={isBusy} onClick={run}>
          {label}
        </Button>
      ))}
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
      <Menu label="More actions" items={menuOf(acts, buttons)} />
      {shown !== null && <Refused refusal={shown} />}
      {dialogs}
    </div>
  )
}
