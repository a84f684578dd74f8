import type { ReactNode } from "react"
import { useEffect, useState } from "react"
import { Provider } from "urql"
import { Announcer } from "./live/announce.tsx"
import { createClient } from "./live/client.ts"
import { Acceptance } from "./member/acceptance.tsx"
import { Failed, Waiting } from "./part/empty.tsx"
import { Home } from "./project/home.tsx"
import { match, navigate, usePath } from "./router/route.ts"
import { Door } from "./session/door.tsx"
import { readSession, useSession } from "./session/session.ts"

export function App() {
  const session = useSession()
  if (session.state === "reading") return <div className="gate" />
  if (session.state === "unreachable") {
    return (
      <main className="gate">
        <h1 className="unseen">Watchkeeper</h1>
        <Failed
          message="The server cannot be reached. Check that it runs and that you are online."
          onAgain={() => void readSession()}
        />
      </main>
    )
  }
  const who = session.state === "signed-in" ? session.person.id : "nobody"
  return (
    <Connected key={who}>
      <Pages isSignedIn={session.state === "signed-in"} />
      <Announcer />
    </Connected>
  )
}

/** Another person gets another client: nothing of the last one's is left in it. */
function Connected({ children }: { children: ReactNode }) {
  const [held, hold] = useState<ReturnType<typeof createClient> | null>(null)
  useEffect(() => {
    const made = createClient()
    hold(made)
    return () => made.close()
  }, [])
  return held === null ? null : <Provider value={held.client}>{children}</Provider>
}

function Pages({ isSignedIn }: { isSignedIn: boolean }) {
  const path = usePath()
  const invitation = match("/invitations/:token", path)
  const isAtDoor = path === "/sign-in" || path === "/sign-up"
  useEffect(() => {
    if (isSignedIn && isAtDoor) navigate("/", { replace: true })
  }, [isSignedIn, isAtDoor])
  if (invitation !== null) return <Acceptance token={invitation.token} isSignedIn={isSignedIn} />
  if (isSignedIn) return isAtDoor ? <Waiting /> : <Home />
  return <Door />
}
