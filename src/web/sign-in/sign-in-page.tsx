import { Link, Navigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { LoadingShell } from "../layout/loading-shell.tsx"
import { useSession } from "./session.ts"
import { useInstallation } from "./installation.ts"
import { Gate } from "./session-gate.tsx"
import { SignIn } from "./sign-in.tsx"
import { SignUp } from "./sign-up.tsx"

/** Replaces a page that needs a session; a fresh installation starts with its first account. */
export function PageAccess(): ReactNode {
  const { installation, isFailed } = useInstallation()
  if (installation?.hasAccounts === true || isFailed) return <SignIn />
  return installation === null ? <LoadingShell /> : <SignUp />
}

export const SignInPage = (): ReactNode => (
  <OnlySignedOut>
    <SignIn />
  </OnlySignedOut>
)

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

const OnlySignedOut = ({ children }: { children: ReactNode }) =>
  useSession().state === "signed-in" ? <Navigate to="/" replace /> : children
