import { graphql } from "../graphql.ts"
import { useChange } from "../live/change.ts"
import { useRead } from "../live/read.ts"
import { Button, ButtonLink } from "../part/button.tsx"
import { Failed, Waiting } from "../part/empty.tsx"
import { Refused } from "../part/field.tsx"
import { useTitle } from "../part/title.ts"
import { navigate, useQueryWord } from "../router/route.ts"
import { Gate } from "../session/gate.tsx"
import { signOut, useSession } from "../session/session.ts"
import { SignIn } from "../session/sign-in.tsx"
import { SignUp } from "../session/sign-up.tsx"
import { roleWord } from "./role.ts"

const Offer = graphql(`
  query Offer($token: String!) {
    invitationOffer(token: $token) {
      projectName
      email
      role
    }
  }
`)

const Accept = graphql(`
  mutation Accept($token: String!) {
    acceptInvitation(token: $token) {
      id
      project {
        id
      }
    }
  }
`)

/** Where an invitation's link leads: an account first, for who has none, then one press. */
export function Acceptance({ token, isSignedIn }: { token: string; isSignedIn: boolean }) {
  useTitle("Invitation")
  const session = useSession()
  const [step] = useQueryWord("step")
  const { data, error, isFirst, again } = useRead(Offer, { token })
  const accept = useChange(Accept)
  const offer = data?.invitationOffer

  if (isFirst) return <Gate title="Invitation">{<Waiting rows={1} />}</Gate>
  if (error !== null) {
    return (
      <Gate title="Invitation">
        <Failed message={error} onAgain={again} />
      </Gate>
    )
  }
  if (!offer) {
    return (
      <Gate title="This invitation no longer opens">
        <p className="muted">
          It was used, withdrawn or is older than seven days. Ask for a new one.
        </p>
        <p>
          <ButtonLink to="/">Go to Watchkeeper</ButtonLink>
        </p>
      </Gate>
    )
  }
  if (!isSignedIn) {
    return step === "sign-in" ? <SignIn /> : <SignUp invitation={{ token, ...offer }} />
  }

  const join = async () => {
    const joined = await accept.run({ token })
    if (joined !== null) {
      navigate(`/projects/${joined.acceptInvitation.project.id}/monitors`, { replace: true })
    }
  }
  return (
    <Gate title={`Join ${offer.projectName}`}>
      <p className="muted">
        You were invited as {roleWord[offer.role].toLowerCase()}, at {offer.email}.
        {session.state === "signed-in" && ` You are signed in as ${session.person.email}.`}
      </p>
      {accept.refusal !== null && <Refused refusal={accept.refusal} />}
      <div className="row">
        <Button look="accent" isBusy={accept.isRunning} onClick={() => void join()}>
          Join the project
        </Button>
        <Button look="quiet" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </Gate>
  )
}
