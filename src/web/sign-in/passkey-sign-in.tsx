import { useEffect, useRef, useState } from "react"
import { Button } from "../ui/button.tsx"
import { choosePasskey, passkeyObstacle, signInWith, type Chosen } from "./passkey.ts"
import { readSession } from "./session.ts"

/** The server forgets what a passkey has to sign after five minutes. */
const renewMs = 4 * 60_000

/** Signs in with a passkey: suggested by the browser in the e-mail field, or by the button. */
export function PasskeySignIn() {
  const obstacle = passkeyObstacle()
  const suggestion = useRef(new AbortController())
  const [round, setRound] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const isIdle = obstacle === null && !isBusy

  useEffect(() => {
    if (!isIdle) return undefined
    const abort = new AbortController()
    suggestion.current = abort
    void suggest(abort.signal, setRefusal)
    const renewal = setTimeout(() => setRound((count) => count + 1), renewMs)
    return () => {
      clearTimeout(renewal)
      abort.abort()
    }
  }, [isIdle, round])

  if (obstacle !== null) return <p className="muted small">{obstacle}</p>
  const choose = async () => {
    // A browser handles one request at a time.
    suggestion.current.abort()
    setBusy(true)
    setRefusal(null)
    setRefusal(await finish(await choosePasskey({})))
    setBusy(false)
  }
  return (
    <>
      <Button isBusy={isBusy} onClick={() => void choose()}>
        Sign in with a passkey
      </Button>
      {refusal !== null && (
        <p className="refused" role="alert">
          {refusal}
        </p>
      )}
    </>
  )
}

async function suggest(signal: AbortSignal, refuse: (message: string | null) => void) {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  if (signal.aborted) return
  const chosen = await choosePasskey({ mediation: "conditional", signal })
  // Nobody asked for it yet, so a failure before the choice needs no words.
  if (chosen instanceof PublicKeyCredential) refuse(await finish(chosen))
}

async function finish(chosen: Chosen): Promise<string | null> {
  if (!(chosen instanceof PublicKeyCredential)) return chosen
  const answer = await signInWith(chosen)
  if (!answer.ok) return answer.message
  await readSession()
  return null
}
