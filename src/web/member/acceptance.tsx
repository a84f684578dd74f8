import { getRouteApi, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { mutation, query } from "../graphql.ts"
import { useChange } from "../live/apply-change.ts"
import { Connected } from "../live/connected.tsx"
import { useRead } from "../live/live-read.ts"
import { Button, ButtonLink } from "../ui/button.tsx"
import { Failed, Waiting } from "../ui/empty.tsx"
import { Refused } from "../ui/field.tsx"
import { useTitle } from "../ui/page-title.ts"
import { Gate } from "../sign-in/session-gate.tsx"
import { signOut, useSession } from "../sign-in/session.ts"
import { SignIn } from "../sign-in/sign-in.tsx"
import { SignUp } from "../sign-in/sign-up.tsx"
import { pagesOf } from "../project/pages.ts"

const Offer = query("invitationOffer", "projectName email roleName")

const Accept = mutation("acceptInvitation", "id project { id }")

const route = getRouteApi("/invitations/$token")

/** The page of an invitation link; it reads the invitation before anyone is signed in. */
export const Acceptance = (): ReactNode => (
  <Connected>
    <InvitationPage />
  </Connected>
)

/** Sign in or sign up first, then accept. */
function InvitationPage() {
  const { token } = route.useParams()
  const { step } = route.useSearch()
  const navigate = useNavigate()
  useTitle("Invitation")
  const session = useSession()
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
      <Gate title="Invitation not valid">
        <p className="muted">
          It was already used, was withdrawn, or is older than seven days. Ask for a new one.
        </p>
        <p>
          <ButtonLink to="/">Go to Watchkeeper</ButtonLink>
        </p>
      </Gate>
    )
  }
  if (session.state !== "signed-in") {
    return step === "sign-in" ? (
      <SignIn invitation={token} />
    ) : (
      <SignUp invitation={{ token, ...offer }} />
    )
  }

  const join = async () => {
    const joined = await accept.run({ token })
    if (joined !== null) {
      await navigate({ ...pagesOf(joined.acceptInvitation.project.id).monitors, replace: true })
    }
  }
  return (
    <Gate title={`Join ${offer.projectName}`}>
      <p className="muted">
        You were invited as {offer.roleName}, at {offer.email}.
        {` You are signed in as ${session.person.email}.`}
      </p>
      {accept.refusal !== null && <Refused refusal={accept.refusal} />}
      <div className="row">
        <Button variant="accent" isBusy={accept.isRunning} onClick={() => void join()}>
          Join the project
        </Button>
        <Button variant="quiet" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </Gate>
  )
}
