import { useState, type ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { roleName } from "../member/member-role.ts"
import { Part, SettingRow } from "../settings/part.tsx"
import { useSending } from "../sign-in/sending.ts"
import { readSession, send, signOut, useSession, type Person } from "../sign-in/session.ts"
import { Badge } from "../ui/badge.tsx"
import { Button, ButtonLink, Submit } from "../ui/button.tsx"
import { Missing } from "../ui/empty.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Ago } from "../ui/time.tsx"
import { toast } from "../ui/toast.tsx"
import { MyMemberships } from "../project/project-documents.ts"
import { Chats } from "./chats.tsx"
import { ConnectedPrograms } from "./connected-programs.tsx"
import { OwnReadiness } from "./own-readiness.tsx"
import { Preferences } from "./preferences.tsx"
import { pagesOf } from "../project/pages.ts"

export function ProfilePage(): ReactNode {
  const session = useSession()
  if (session.state !== "signed-in") return null
  const { person } = session
  return (
    <>
      <PageHead title="Profile" sub={person.email}>
        <Button onClick={() => void signOut()}>Sign out</Button>
      </PageHead>
      <Name key={person.name} person={person} />
      <Preferences key={`${person.timeZone} ${person.language}`} person={person} />
      <Chats />
      <ConnectedPrograms />
      <Projects me={person.id} />
    </>
  )
}

function Name({ person }: { person: Person }) {
  const sending = useSending()
  const [name, setName] = useState(person.name)
  const save = () =>
    sending.run(async () => {
      const answer = await send("/update-user", { name: name.trim() })
      if (!answer.ok) return answer
      toast("Name saved")
      await readSession()
      return null
    })
  return (
    <Part title="Your name" text="Shown to the members of your projects and in the audit log.">
      <Form refusal={sending.refusal} onSend={save}>
        <div className="part-body">
          <TextField
            label="Name"
            name="name"
            value={name}
            maxLength={200}
            autoComplete="name"
            onChange={({ target }) => setName(target.value)}
          />
          <TextField
            label="E-mail"
            name="email"
            value={person.email}
            readOnly
            hint="You sign in with it. It cannot be changed."
          />
        </div>
        <div className="part-foot">
          <span>At most 200 characters.</span>
          <Submit
            isBusy={sending.isRunning}
            disabled={name.trim() === person.name || name.trim() === ""}
          >
            Save name
          </Submit>
        </div>
      </Form>
    </Part>
  )
}

function Projects({ me }: { me: string }) {
  const { data, error, again } = useRead(MyMemberships, {})
  const memberships = data?.viewer?.memberships.edges.map(({ node }) => node) ?? []
  return (
    <>
      <OwnReadiness me={me} projects={memberships.map(({ project }) => project)} />
      <Part
        title="Your projects"
        side={
          <ButtonLink to="/new-project" icon="plus">
            New project
          </ButtonLink>
        }
      >
        <Missing error={error} onAgain={again} />
        <ul>
          {memberships.map(({ id, role, customRole, createdAt, project }) => (
            <SettingRow
              key={id}
              title={project.name}
              sub={
                <>
                  joined <Ago at={createdAt} />
                </>
              }
            >
              <Badge>{roleName({ role, customRole })}</Badge>
              <ButtonLink
                {...pagesOf(project.id).settings}
                variant="quiet"
                aria-label={`Settings of ${project.name}`}
              >
                Settings
              </ButtonLink>
            </SettingRow>
          ))}
        </ul>
      </Part>
    </>
  )
}
