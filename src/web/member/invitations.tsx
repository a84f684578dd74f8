import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { LimitField, LimitWords } from "../label/limit-field.tsx"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Part, SettingRow } from "../settings/part.tsx"
import { Button, Submit } from "../ui/button.tsx"
import { Copyable } from "../ui/copy.tsx"
import { Choice, Form, TextField } from "../ui/field.tsx"
import { entries, entry } from "../ui/form-entry.ts"
import { Ago } from "../ui/time.tsx"
import { useNow } from "../ui/use-clock.ts"
import { InvitationsOfProject, InviteMember, RevokeInvitation } from "./member-documents.ts"
import { roleName, roleOf, type Role, type RoleOption } from "./member-role.ts"

type Made = { id: string; email: string; url: string; isMailed: boolean }

/** @param reach the roles that the viewer may grant. */
export function InvitePart({ reach }: { reach: readonly RoleOption[] }) {
  const { id: projectId } = useProject()
  const { data, again } = useRead(InvitationsOfProject, { projectId })
  const invite = useChange(InviteMember)
  const [made, setMade] = useState<Made | null>(null)
  const now = useNow()
  const open = (data?.project?.invitations.edges ?? [])
    .map(({ node }) => node)
    .filter(({ acceptedAt, revokedAt }) => acceptedAt === null && revokedAt === null)
    .filter(({ expiresAt }) => Date.parse(expiresAt) > now)

  const send = async (form: FormData) => {
    const email = entry(form, "email").trim()
    const done = await invite.run({
      projectId,
      email,
      ...roleOf(entry(form, "role")),
      labelIds: entries(form, "labelIds"),
    })
    if (done === null) return
    const { invitation, url, isMailed } = done.inviteMember
    setMade({ ...invitation, url, isMailed })
    again()
  }
  return (
    <Part
      title="Invite a person"
      text="They sign in or create an account with the address that you enter."
    >
      <div className="part-body">
        <Form key={made?.id ?? ""} className="inline-form" refusal={invite.refusal} onSend={send}>
          <TextField
            label="Email address"
            name="email"
            type="email"
            autoComplete="off"
            placeholder="grace@example.com"
          />
          <Choice
            label="Role"
            name="role"
            defaultValue={
              reach.some(({ value }) => value === "EDITOR") ? "EDITOR" : reach.at(-1)?.value
            }
            options={reach}
          />
          <LimitField label="Limited to labels" />
          <Submit isBusy={invite.isRunning}>Invite</Submit>
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
      {open.length > 0 && (
        <ul aria-label="Open invitations">
          {open.map((invitation) => (
            <Line key={invitation.id} {...invitation} onChange={again} />
          ))}
        </ul>
      )}
    </Part>
  )
}

type Open = {
  id: string
  email: string
  role: Role
  customRole: { id: string; name: string } | null
  labelIds: readonly string[]
  expiresAt: string
  createdAt: string
}

function Line({ onChange, ...invitation }: Open & { onChange(): void }) {
  const { id, email, expiresAt, createdAt, labelIds } = invitation
  const revoke = useChange(RevokeInvitation)
  const withdraw = async () => {
    if ((await revoke.run({ id })) !== null) onChange()
  }
  return (
    <SettingRow
      title={email}
      sub={
        <>
          Invited as {roleName(invitation)} <Ago at={createdAt} />, expires <Ago at={expiresAt} />
          <LimitWords ids={labelIds} />
        </>
      }
    >
      <Button
        variant="quiet"
        isBusy={revoke.isRunning}
        aria-label={`Withdraw the invitation for ${email}`}
        onClick={() => void withdraw()}
      >
        Withdraw
      </Button>
    </SettingRow>
  )
}
