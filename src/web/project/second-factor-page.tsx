import type { ReactNode } from "react"
import { useEffect } from "react"
import { useClient } from "urql"
import { Passkeys } from "../account/passkeys.tsx"
import { TwoFactor } from "../account/two-factor.tsx"
import { signOut, useSession } from "../sign-in/session.ts"
import { Button } from "../ui/button.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { MyProjects } from "./project-documents.ts"
import "../settings/settings.css"

/** In place of a project that requires a second factor, until this sign-in has one. */
export function SecondFactorPage({ name }: { name: string }): ReactNode {
  const client = useClient()
  const session = useSession()
  const isOn = session.state === "signed-in" && session.person.twoFactorEnabled
  const again = () =>
    void client.query(MyProjects, {}, { requestPolicy: "network-only" }).toPromise()
  useEffect(() => {
    if (isOn) void client.query(MyProjects, {}, { requestPolicy: "network-only" }).toPromise()
  }, [client, isOn])
  return (
    <div className="settings-page second-factor-page">
      <PageHead
        title="Set up a second factor"
        sub={`${name} requires two-factor authentication. Choose one of these to open it.`}
      />
      <Passkeys onAdded={again} />
      <TwoFactor isOn={isOn} />
      <p className="muted">
        You have a passkey already? Sign out and sign in with it.{" "}
        <button type="button" className="as-link" onClick={() => void signOut()}>
          Sign out
        </button>
      </p>
      <div className="row">
        <Button onClick={again}>Open {name}</Button>
      </div>
    </div>
  )
}
