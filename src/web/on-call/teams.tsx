import { useState, type ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { Empty } from "../ui/empty.tsx"
import { Menu } from "../ui/menu.tsx"
import type { Option } from "../ui/picker.tsx"
import { toast } from "../ui/toast.tsx"
import { PageRows } from "../project/page-rows.tsx"
import { useOnCallChanges } from "./follow-on-call.ts"
import { OnCallHead } from "./on-call-head.tsx"
import { Avatar } from "./person.tsx"
import { TeamDialog } from "./team-dialog.tsx"
import { DeleteTeam, Teams as TeamsDocument, type TeamRow } from "./team-documents.ts"
import { usePeople } from "./use-people.ts"
import "./teams.css"
import { ConfirmChange } from "../live/confirm-change.tsx"

export function Teams(): ReactNode {
  const { id: projectId, may } = useProject()
  const { data, error, again } = useRead(TeamsDocument, { projectId })
  useOnCallChanges(projectId, again)
  const [isAdding, setAdding] = useState(false)
  const teams = data?.project?.teams.edges.map(({ node }) => node)
  const people = usePeople()
  const create = may("on_call:write") && (
    <Button variant="accent" icon="plus" onClick={() => setAdding(true)}>
      Create team
    </Button>
  )
  return (
    <>
      <OnCallHead title="Teams" sub="People who are paged together">
        {create}
      </OnCallHead>
      <PageRows
        list={{ rows: teams, error, again }}
        waiting={3}
        empty={
          <Empty title="No teams yet">
            <p>A policy can page a whole team at once, such as everybody who runs the database.</p>
            {create}
          </Empty>
        }
      >
        {(team) => <Row key={team.id} team={team} people={people} onChange={again} />}
      </PageRows>
      {isAdding && (
        <TeamDialog
          people={people}
          onClose={() => setAdding(false)}
          onSaved={(name) => {
            setAdding(false)
            toast(`Team “${name}” created.`)
            again()
          }}
        />
      )}
    </>
  )
}

type RowProps = { team: TeamRow; people: Option[]; onChange(): void }

function Row({ team, people, onChange }: RowProps) {
  const { may } = useProject()
  const { id, name, description, people: members } = team
  const [open, setOpen] = useState<"edit" | "delete" | null>(null)
  return (
    <li className="team-row grid-row">
      <div className="team-name">
        <h2>{name}</h2>
        {description !== "" && <p className="muted small clip">{description}</p>}
      </div>
      <ul className="team-people" aria-label={`Members of ${name}`}>
        {members.map((person) => (
          <li key={person.id}>
            <Avatar name={person.name} isSmall />
            {person.name}
          </li>
        ))}
        {members.length === 0 && <li className="muted">Nobody: pages to it reach nobody</li>}
      </ul>
      {may("on_call:write") && (
        <Menu
          label={`More actions for ${name}`}
          items={[
            { label: "Edit…", run: () => setOpen("edit") },
            "line",
            { label: "Delete…", isDanger: true, run: () => setOpen("delete") },
          ]}
        />
      )}
      {open === "edit" && (
        <TeamDialog
          team={team}
          people={people}
          onClose={() => setOpen(null)}
          onSaved={() => {
            setOpen(null)
            toast("Team saved.")
            onChange()
          }}
        />
      )}
      {open === "delete" && (
        <ConfirmChange
          title={`Delete “${name}”?`}
          text="Rules of policies that name the team lose this target."
          verb="Delete"
          document={DeleteTeam}
          variables={{ id }}
          said={`Team “${name}” deleted.`}
          onDone={onChange}
          onClose={() => setOpen(null)}
        />
      )}
    </li>
  )
}
