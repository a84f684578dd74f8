import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { Button } from "../ui/button.tsx"
import { useNow } from "../ui/use-clock.ts"
import { Copyable } from "../ui/copy.tsx"
import { Choice, Form, TextField } from "../ui/field.tsx"
import { Ago } from "../ui/time.tsx"
import { useProject } from "../project/project-context.ts"
import { InvitationsOfProject, InviteMember, RevokeInvitation } from "./member-documents.ts"
import type { Role } from "./member-role.ts"
import { roleHint, roleWord } from "./member-role.ts"
import { entry } from "../ui/form-entry.ts"

type Made = { id: string; email: string; url: string; isMailed: boolean }

export function Invitations() {
  const { id: projectId } = useProject()
  const { data, again } = useRead(InvitationsOfProject, { id: projectId })
  const invite = useChange(InviteMember)
  const revoke = useChange(RevokeInvitation)
  const [made, setMade] = useState<Made | null>(null)
  const now = useNow()
  const open = (data?.project?.invitations.edges ?? [])
    .map(({ node }) => node)
    .filter(({ acceptedAt, revokedAt }) => acceptedAt === null && revokedAt === null)
    .filter(({ expiresAt }) => Date.parse(expiresAt) > now)

  const send = async (form: FormData) => {
    const done = await invite.run({
      projectId,
      email: entry(form, "email").trim(),
      role: entry(form, "role") as Role,
    })
    if (done === null) return
    const { invitation, url, isMailed } = done.inviteMember
    setMade({ ...invitation, url, isMailed })
    again()
  }
  return (
    <>
      {open.length > 0 && (
        <ul className="rows">
          {open.map(({ id, email, role, expiresAt }) => (
            <li key={id} className="person-row">
              <div className="event-name">
                <span className="clip">{email}</span>
                <span className="muted small">
                  Invited as {roleWord[role].toLowerCase()}, expires <Ago at={expiresAt} />
                </span>
              </div>
              <Button
                variant="quiet"
                isBusy={revoke.isRunning}
                aria-label={`Withdraw the invitation for ${email}`}
                onClick={() => void revoke.run({ id }).then((done) => done && again())}
              >
                Withdraw
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="form-part form-line">
        <Form
          key={made?.id ?? ""}
          className="inline-form"
          refusal={invite.refusal}
          onSend={(form) => void send(form)}
        >
          <TextField
            label="Email address"
            name="email"
            at="#/email"
            type="email"
            autoComplete="off"
          />
          <Choice label="Role" name="role" at="#/role" defaultValue="EDITOR">
            {(Object.keys(roleWord) as Role[]).map((role) => (
              <option key={role} value={role}>
                {roleWord[role]}: {roleHint[role]}
              </option>
            ))}
          </Choice>
          <Button type="submit" isBusy={invite.isRunning}>
            Invite
          </Button>
        </Form>
        {made !== null && (
          <div className="noted stack" role="status">
            <p>
              {made.isMailed
                ? `We emailed this link to ${made.email}.`
                : `Send this link to ${made.email}.`}{" "}
              It is shown only once and expires in seven days.
            </p>
            <Copyable text={made.url} label="invitation link" />
          </div>
        )}
      </div>
    </>
  )
}
