import { useState } from "react"
import { Button } from "../ui/button.tsx"
import { send } from "./session.ts"

/** Continues at the identity provider, which returns to this page, or to one that says why not. */
export function SsoSignIn({ name }: { name: string }) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  const go = async () => {
    setBusy(true)
    setRefusal(null)
    const { pathname, search } = location
    const answer = await send("/sign-in/sso", {
      providerId: "sso",
      callbackURL: pathname.startsWith("/sign-in") ? "/" : pathname + search,
      errorCallbackURL: "/sign-in/refused",
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
