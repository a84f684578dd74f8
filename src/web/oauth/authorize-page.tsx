import { useState, type ReactNode } from "react"
import { MyMemberships } from "../project/project-documents.ts"
import type { ResultOf } from "../graphql.ts"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { Gate } from "../sign-in/session-gate.tsx"
import { signOut, useSession } from "../sign-in/session.ts"
import { Button, ButtonLink, Submit } from "../ui/button.tsx"
import { Waiting } from "../ui/empty.tsx"
import { Choice, Form } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { useTitle } from "../ui/page-title.ts"
import { ApproveOAuthRequest, OAuthRequestQuery } from "./oauth-documents.ts"
import "../settings/settings.css"

/** The parameters of RFC 6749 as the program wrote them; the router would read numbers in them. */
function readParameters() {
  const search = new URLSearchParams(window.location.search)
  const text = (name: string) => search.get(name) ?? ""
  return {
    clientId: text("client_id"),
    redirectUri: text("redirect_uri"),
    responseType: text("response_type"),
    codeChallenge: text("code_challenge"),
    codeChallengeMethod: text("code_challenge_method"),
    scope: search.get("scope"),
    state: search.get("state"),
    resource: search.get("resource"),
  }
}

/** Where a person decides what a program may do (OAuth 2.1). */
export function AuthorizePage(): ReactNode {
  const [request] = useState(readParameters)
  useTitle("Connect a program")
  const asked = useRead(OAuthRequestQuery, { request })
  const mine = useRead(MyMemberships, {})
  if (asked.error !== null) {
    return (
      <Gate title="This request is not valid">
        <p className="refused" role="alert">
          {asked.error}
        </p>
        <p className="muted small">
          Nothing was granted. Start again in the program that sent you here, or{" "}
          <button type="button" className="as-link" onClick={asked.again}>
            try once more
          </button>
          .
        </p>
      </Gate>
    )
  }
  const found = asked.data?.oauthRequest
  if (!found || mine.data === undefined) {
    return <Gate title="Connect a program">{<Waiting rows={2} />}</Gate>
  }
  const memberships = mine.data?.viewer?.memberships.edges.map(({ node }) => node) ?? []
  return (
    <Gate title={`Connect ${found.clientName}`}>
      <About request={found} />
      {memberships.length === 0 ? (
        <>
          <p>You are in no project yet. Create one, then connect the program again.</p>
          <p>
            <ButtonLink to="/new-project">Create a project</ButtonLink>
          </p>
        </>
      ) : (
        <Decide request={request} found={found} memberships={memberships} />
      )}
    </Gate>
  )
}

type Found = NonNullable<ResultOf<typeof OAuthRequestQuery>["oauthRequest"]>
type Membership = NonNullable<
  ResultOf<typeof MyMemberships>["viewer"]
>["memberships"]["edges"][number]["node"]

/** A program on this machine has no host, or this machine's. */
function placeOf(redirectUri: string): string {
  const { protocol, host, hostname } = new URL(redirectUri)
  if (protocol !== "http:" && protocol !== "https:") return `a program on this device (${protocol})`
  return protocol === "http:" || hostname === "localhost" ? `this device (${host})` : host
}

const About = ({ request: { clientName, clientHost, redirectUri } }: { request: Found }) => (
  <>
    <p className="muted">
      {clientName} asks to use Watchkeeper for you over MCP.{" "}
      {clientHost === null
        ? "It named itself; Watchkeeper cannot verify the name."
        : `${clientHost} vouches for it.`}
    </p>
    <p className="muted small">The answer goes to {placeOf(redirectUri)}.</p>
  </>
)

type DecideProps = {
  request: ReturnType<typeof readParameters>
  found: Found
  memberships: readonly Membership[]
}

function Decide({ request, found, memberships }: DecideProps) {
  const session = useSession()
  const approve = useChange(ApproveOAuthRequest)
  const [projectId, setProjectId] = useState(memberships[0]?.project.id ?? "")
  const [isLeaving, setLeaving] = useState(false)
  const mayWrite = memberships.some(
    ({ project, role }) => project.id === projectId && role !== "VIEWER",
  )
  const leave = (url: string) => {
    setLeaving(true)
    window.location.assign(url)
  }
  const allow = async (form: FormData) => {
    const isWrite = mayWrite && entry(form, "access") === "write"
    const done = await approve.run({ request, projectId, mayWrite: isWrite })
    if (done !== null) leave(done.approveOAuthRequest)
  }
  return (
    <>
      <Form className="stack" refusal={approve.refusal} onSend={allow}>
        <Choice
          label="Project"
          name="project"
          at="#/projectId"
          value={projectId}
          hint="It sees this project alone."
          onChange={({ target }) => setProjectId(target.value)}
          options={memberships.map(({ project }) => ({ value: project.id, label: project.name }))}
        />
        <fieldset className="field">
          <legend className="legend">Access</legend>
          <label className="pick">
            <input type="radio" name="access" value="read" defaultChecked />
            <span>
              <span className="pick-title">Read</span>
              <span className="muted small">
                Monitors, incidents, on-call schedule, logs, traces and metrics.
              </span>
            </span>
          </label>
          <label className="pick">
            <input type="radio" name="access" value="write" disabled={!mayWrite} />
            <span>
              <span className="pick-title">Read and write</span>
              <span className="muted small">
                {mayWrite
                  ? "Also acknowledge, resolve, mute and schedule, with a plan for each change."
                  : "Your role in this project only reads."}
                {mayWrite && found.wantsWrite && ` ${found.clientName} asks for this.`}
              </span>
            </span>
          </label>
        </fieldset>
        <div className="row">
          <Submit isBusy={approve.isRunning || isLeaving}>Allow</Submit>
          <Button variant="quiet" onClick={() => leave(found.denyUrl)}>
            Deny
          </Button>
        </div>
      </Form>
      <p className="gate-foot small muted">
        {session.state === "signed-in" && `Signed in as ${session.person.email}. `}
        <button type="button" className="as-link" onClick={() => void signOut()}>
          Sign out
        </button>
      </p>
    </>
  )
}
