import { useState, type ReactNode } from "react"
import type { ResultOf } from "../graphql.ts"
import { KeysOfProject } from "../key/key-documents.ts"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { LimitWords } from "../label/limit-field.tsx"
import { useMore } from "../live/load-more.ts"
import { useProject } from "../project/project-context.ts"
import { Part, SettingRow } from "../settings/part.tsx"
import { useSession } from "../sign-in/session.ts"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Missing, Waiting } from "../ui/empty.tsx"
import { Refused } from "../ui/field.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Ago } from "../ui/time.tsx"
import { toast } from "../ui/toast.tsx"
import { LimitDialog } from "./limit-dialog.tsx"
import { InvitePart } from "./invitations.tsx"
import {
  ChangeMemberRole,
  CustomRoles,
  MembersOfProject,
  RemoveMember,
} from "./member-documents.ts"
import { CustomRolesPart } from "./custom-roles.tsx"
import {
  initials,
  roleHint,
  roleName,
  roleOf,
  roles,
  rolesWithin,
  roleValue,
  roleWord,
  type RoleOption,
} from "./member-role.ts"
import { ConfirmChange } from "../live/confirm-change.tsx"

type Member = NonNullable<
  ResultOf<typeof MembersOfProject>["project"]
>["members"]["edges"][number]["node"]

export function MembersPage(): ReactNode {
  const { id: projectId, permissions } = useProject()
  const own = useRead(CustomRoles, { projectId })
  const customRoles = own.data?.project?.customRoles.edges.map(({ node }) => node) ?? []
  const session = useSession()
  const myId = session.state === "signed-in" ? session.person.id : null
  const { rows, error, hasMore, more, again } = useMore(
    MembersOfProject,
    { projectId },
    (data) => data.project?.members,
  )
  const reach = rolesWithin(permissions, customRoles)
  return (
    <>
      <PageHead title="Members" />
      {reach.length > 0 && <InvitePart reach={reach} />}
      <Part title="People" text="What each person may do in this project.">
        <Missing error={error} onAgain={again} />
        {rows === undefined && error === null && <Waiting />}
        <ul>
          {rows?.map((member) => (
            <Line
              key={member.id}
              member={member}
              isMe={member.userId === myId}
              reach={reach}
              onChange={() => {
                again()
                own.again()
              }}
            />
          ))}
        </ul>
        {hasMore && (
          <div className="part-foot">
            <Button onClick={more}>Show more</Button>
          </div>
        )}
      </Part>
      <Part title="Roles">
        <dl className="role-list">
          {roles.map((role) => (
            <div key={role}>
              <dt>{roleWord[role]}</dt>
              <dd className="muted">{roleHint[role]}</dd>
            </div>
          ))}
        </dl>
      </Part>
      <CustomRolesPart roles={customRoles} onChange={own.again} />
    </>
  )
}

type LineProps = { member: Member; isMe: boolean; reach: readonly RoleOption[]; onChange(): void }

function Line({ member, isMe, reach, onChange }: LineProps) {
  const change = useChange(ChangeMemberRole)
  const [asked, ask] = useState<"limit" | "removal" | null>(null)
  const { id, name, email, createdAt, role, labelIds } = member
  // Owners and admins cannot be limited.
  const isLimitable = role !== "OWNER" && role !== "ADMIN"
  const value = roleValue(member)
  const onRole = async (next: RoleOption | undefined) => {
    if (next === undefined) return
    if ((await change.run({ id, ...roleOf(next.value) })) === null) return
    toast(`${name} is now ${next.label.toLowerCase()}`, {
      undo: () => void change.run({ id, ...roleOf(value) }).then(onChange),
    })
    onChange()
  }
  return (
    <SettingRow
      mark={
        <span className="avatar" aria-hidden="true">
          {initials(name)}
        </span>
      }
      title={
        <>
          {name} {isMe && <Badge>You</Badge>}
        </>
      }
      sub={
        <>
          {email} · joined <Ago at={createdAt} />
          <LimitWords ids={labelIds} />
          {change.refusal !== null && <Refused refusal={change.refusal} />}
        </>
      }
    >
      {reach.some((one) => one.value === value) ? (
        <>
          <select
            className="control"
            aria-label={`Role of ${name}`}
            value={value}
            disabled={change.isRunning}
            onChange={({ target }) => void onRole(reach.find((one) => one.value === target.value))}
          >
            {reach.map((one) => (
              <option key={one.value} value={one.value}>
                {one.label}
              </option>
            ))}
          </select>
          {!isMe && isLimitable && (
            <Button variant="quiet" onClick={() => ask("limit")} aria-label={`Limit ${name}`}>
              Limit
            </Button>
          )}
          {!isMe && (
            <Button variant="quiet" onClick={() => ask("removal")} aria-label={`Remove ${name}`}>
              Remove
            </Button>
          )}
        </>
      ) : (
        <span className="muted">{roleName(member)}</span>
      )}
      {asked === "removal" && (
        <AskRemoval member={member} onChange={onChange} onClose={() => ask(null)} />
      )}
      {asked === "limit" && (
        <LimitDialog member={member} onChange={onChange} onClose={() => ask(null)} />
      )}
    </SettingRow>
  )
}

type AskProps = { member: Member; onChange(): void; onClose(): void }

function AskRemoval({ member: { id, userId, name }, onChange, onClose }: AskProps) {
  const keys = useKeysOf(userId)
  return (
    <ConfirmChange
      title={`Remove ${name}?`}
      text={`${name} loses access to this project at once. Open pages go to the next person, and invitations, programs and calendar links of ${name} end.${keys.length === 0 ? "" : ` API keys belong to the project and still work. ${name} made ${keys.join(", ")}: create new ones and revoke these under API keys.`}`}
      verb="Remove member"
      document={RemoveMember}
      variables={{ id }}
      said={`${name} was removed`}
      onDone={onChange}
      onClose={onClose}
    />
  )
}

/** Names of the keys that a member made and that still work; none without the permission to read keys. */
function useKeysOf(userId: string): string[] {
  const { id: projectId, permissions } = useProject()
  const pause = !permissions.includes("keys:read")
  const { data } = useRead(KeysOfProject, { projectId }, { pause })
  const all = data?.project?.keys.edges.map(({ node }) => node) ?? []
  return all
    .filter((key) => key.createdBy === userId && key.revokedAt === null)
    .map((key) => key.name)
}
