import { useQuery } from "urql"
import { Waiting } from "../part/empty.tsx"
import { usePath } from "../router/route.ts"
import { InstallationQuery } from "./documents.ts"
import { SignIn } from "./sign-in.tsx"
import { SignUp } from "./sign-up.tsx"

/** Where nobody is signed in: a fresh installation opens on making its first account. */
export function Door() {
  const path = usePath()
  const isChosen = path === "/sign-in" || path === "/sign-up"
  const [{ data, error }] = useQuery({ query: InstallationQuery, pause: isChosen })
  if (path === "/sign-up") return <SignUp />
  if (isChosen || error !== undefined) return <SignIn />
  if (data === undefined) return <Waiting />
  return data.installation.hasAccounts ? <SignIn /> : <SignUp />
}
