import { Outlet } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useEffect, useState } from "react"
import { Provider } from "urql"
import { Announcer } from "./live/announce.tsx"
import { createClient } from "./live/client.ts"
import { readSession, useSession } from "./sign-in/session.ts"
import { Failed } from "./ui/empty.tsx"
import { LoadingShell } from "./layout/loading-shell.tsx"
import { viewerZone } from "./ui/zone.ts"

/** The frame of every page: the session, the connection to the server, and spoken announcements. */
export function App(): ReactNode {
  const session = useSession()
  if (session.state === "reading") return <LoadingShell />
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
      {/* Every time on screen is written again in another zone. */}
      <Outlet key={viewerZone()} />
      <Announcer />
    </Connected>
  )
}

/** A new person gets a new client, so that no cached data of the previous one remains. */
function Connected({ children }: { children: ReactNode }) {
  const [connection, setConnection] = useState<ReturnType<typeof createClient> | null>(null)
  useEffect(() => {
    const made = createClient()
    setConnection(made)
    return () => made.close()
  }, [])
  return connection === null ? (
    <LoadingShell />
  ) : (
    <Provider value={connection.client}>{children}</Provider>
  )
}
