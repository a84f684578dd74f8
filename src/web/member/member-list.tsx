import { useState } from "react"
import type { ResultOf } from "../graphql.ts"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { Button } from "../ui/button.tsx"
import { Missing } from "../ui/empty.tsx"
import { Confirm } from "../ui/dialog.tsx"
import { Refused } from "../ui/field.tsx"
import { useProject } from "../project/project-context.ts"
import { useSession } from "../sign-in/session.ts"
import { ChangeMemberRole, MembersOfProject, RemoveMember } from "./member-documents.ts"
import { Invitations } from "./invitations.tsx"
import type { Role } from "./member-role.ts"
import { roleWord } from "./member-role.ts"

type Member = NonNullable<
  ResultOf<typeof MembersOfProject>["project"]
>["members"]["edges"][number]["node"]

export function Members() {
  const { id, may } = useProject()
  const { data, error, again } = useRead(MembersOfProject, { id })
  const members = data?.project?.members.edges.map(({ node }) => node) ?? []
  return (
    <section className="card" aria-labelledby="members">
      <div className="card-head">
        <h2 id="members">Members</h2>
      </div>
      <Missing error={error} onAgain={again} />
      <ul className="rows">
        {members.map((member) => (
          <Line key={member.id} member={member} mayWrite={may("members:write")} onChange={again} />
        ))}
      </ul>
      {may("members:write") && <Invitations />}
    </section>
  )
}

type LineProps = { member: Member; mayWrite: boolean; onChange(): void }

function Line({ member, mayWrite, onChange }: LineProps) {
  const session = useSession()
  const change = useChange(ChangeMemberRole)
  const remove = useChange(RemoveMember)
  const [isAsking, setAsking] = useState(false)
  const { id, userId, name, email, role } = member
  const isMe = session.state === "signed-in" && session.person.id === userId
  const onYes = async () => {
    if ((await remove.run({ id })) === null) return
    setAsking(false)
    onChange()
  }
  return (
    <li className="person-row">
      <div className="event-name">
        <span>
          {name} {isMe && <span className="muted small">(you)</span>}
        </span>
        <span className="muted small clip">{email}</span>
        {change.refusal !== null && <Refused refusal={change.refusal} />}
      </div>
      {mayWrite ? (
        <>
          <select
            className="control person-role"
            aria-label={`Role of ${name}`}
            value={role}
            disabled={change.isRunning}
            onChange={({ target }) =>
              void change.run({ id, role: target.value as Role }).then((done) => done && onChange())
            }
          >
            {Object.entries(roleWord).map(([value, word]) => (
              <option key={value} value={value}>
                {word}
              </option>
            ))}
          </select>
          <Button variant="quiet" onClick={() => setAsking(true)} aria-label={`Remove ${name}`}>
            Remove
          </Button>
        </>
      ) : (
        <span className="muted">{roleWord[role]}</span>
      )}
      {isAsking && (
        <Confirm
          title={`Remove ${name}?`}
          text={`${name} loses access to this project immediately.`}
          verb="Remove member"
          isBusy={remove.isRunning}
          refusal={remove.refusal?.message ?? null}
          onYes={() => void onYes()}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}
