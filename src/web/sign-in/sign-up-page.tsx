import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { LoadingShell } from "../ui/loading-shell.tsx"
import { useInstallation } from "./installation.ts"
import { OnlySignedOut } from "./only-signed-out.tsx"
import { Gate } from "./session-gate.tsx"
import { SignUp } from "./sign-up.tsx"

export function SignUpPage(): ReactNode {
  const { installation, isFailed } = useInstallation()
  if (installation === null && !isFailed) return <LoadingShell />
  return (
    <OnlySignedOut>
      {installation?.isSignUpOpen === false ? <SignUpClosed /> : <SignUp />}
    </OnlySignedOut>
  )
}

const SignUpClosed = () => (
  <Gate title="Sign-up is closed">
    <p className="muted">
      A new account needs an invitation. Ask an owner or admin of a project for one, then open the
      link in it.
    </p>
    <p className="gate-foot">
      <Link to="/sign-in">Sign in</Link>
    </p>
  </Gate>
)
