import { useEffect, type ReactNode } from "react"
import { useClient } from "urql"
import { ConfirmFactor } from "../account/confirm-factor.tsx"
import { Passkeys } from "../account/passkeys.tsx"
import { TwoFactor } from "../account/two-factor.tsx"
import { useSession } from "../sign-in/session.ts"
import { Button } from "../ui/button.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { MyProjects } from "../project/project-documents.ts"
import "../settings/settings.css"

/** In place of a project that requires a second factor, until this sign-in has one. */
export function SecondFactorPage({ name }: { name: string }): ReactNode {
  const client = useClient()
  const session = useSession()
  const person = session.state === "signed-in" ? session.person : null
  const hasProved = person?.hasProvedFactor === true
  const again = () =>
    void client.query(MyProjects, {}, { requestPolicy: "network-only" }).toPromise()
  useEffect(() => {
    if (hasProved) void client.query(MyProjects, {}, { requestPolicy: "network-only" }).toPromise()
  }, [client, hasProved])
  return (
    <div className="settings second-factor-page">
      <PageHead
        title="Set up a second factor"
        sub={`${name} requires two-factor authentication. Confirm your second factor, or set one up, to open it.`}
      />
      <ConfirmFactor />
      <Passkeys onAdded={again} />
      <TwoFactor isOn={person?.twoFactorEnabled === true} />
      <div className="row">
        <Button onClick={again}>Open {name}</Button>
      </div>
    </div>
  )
}
