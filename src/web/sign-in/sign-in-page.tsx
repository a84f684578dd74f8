import type { ReactNode } from "react"
import { lazy, Suspense } from "react"
import { LoadingShell } from "../layout/loading-shell.tsx"
import { useInstallation } from "./installation.ts"
import { OnlySignedOut } from "./only-signed-out.tsx"
import { SignIn } from "./sign-in.tsx"

/** Most visitors have an account. */
const SignUp = lazy(() => import("./sign-up.tsx").then(({ SignUp }) => ({ default: SignUp })))

/** Replaces a page that needs a session; a fresh installation starts with its first account. */
export function PageAccess(): ReactNode {
  const { installation, isFailed } = useInstallation()
  if (installation?.hasAccounts === true || isFailed) return <SignIn />
  if (installation === null) return <LoadingShell />
  return (
    <Suspense fallback={<LoadingShell />}>
      <SignUp />
    </Suspense>
  )
}

export const SignInPage = (): ReactNode => (
  <OnlySignedOut>
    <SignIn />
  </OnlySignedOut>
)
