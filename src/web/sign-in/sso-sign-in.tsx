import { useState } from "react"
import { Button } from "../ui/button.tsx"
import { send } from "./session.ts"

const signInPath = "/sign-in"

/** Continues at the identity provider, which returns to this page, or to the sign-in page with the reason. */
export function SsoSignIn({ name }: { name: string }) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState(returnedError)

  const go = async () => {
    setBusy(true)
    setRefusal(null)
    const { pathname, search } = location
    const answer = await send("/sign-in/sso", {
      providerId: "sso",
      callbackURL: pathname === signInPath ? "/" : pathname + search,
      errorCallbackURL: signInPath,
    })
    const url = answer.ok ? answer.body["url"] : null
    if (typeof url === "string") location.assign(url)
    else {
      setBusy(false)
      setRefusal(answer.ok ? "The server named no address to continue at." : answer.message)
    }
  }
  return (
    <>
      <Button isBusy={isBusy} onClick={() => void go()}>
        Continue with {name}
      </Button>
      {refusal !== null && (
        <p className="refused" role="alert">
          {refusal}
        </p>
      )}
    </>
  )
}

/** What the last attempt came back with. */
function returnedError(): string | null {
  const query = new URLSearchParams(location.search)
  const code = query.get("error")
  if (code === null) return null
  return query.get("error_description") ?? known[code] ?? `The sign-in failed: ${code}.`
}

const known: Partial<Record<string, string>> = {
  access_denied: "The sign-in was canceled at your identity provider.",
  please_restart_the_process: "That took too long. Try again.",
  state_mismatch: "This sign-in was started in another browser. Try again.",
}
