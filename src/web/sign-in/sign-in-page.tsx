import { Suspense, type ReactNode } from "react"
import { LoadingShell } from "../ui/loading-shell.tsx"
import { useInstallation } from "./installation.ts"
import { OnlySignedOut } from "./only-signed-out.tsx"
import { SignIn } from "./sign-in.tsx"
import { lazyPart } from "../lazy-part.ts"

/** Most visitors have an account. */
const SignUp = lazyPart(() => import("./sign-up.tsx"), "SignUp")

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
