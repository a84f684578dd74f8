import { Outlet } from "@tanstack/react-router"
import { Suspense, type ReactNode } from "react"
import { Announcer } from "../ui/announce.tsx"
import { readSession, useSession } from "../sign-in/session.ts"
import { Failed } from "../ui/empty.tsx"
import { LoadingShell } from "../ui/loading-shell.tsx"
import { chosenZone } from "../ui/zone.ts"
import { lazyPage } from "../lazy-part.ts"

/** Pages for people who are not signed in load without it. */
export const Connected = lazyPage(() => import("../live/connected.tsx"), "Connected")

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
  // Every time on screen is written again in another zone.
  const page = <Outlet key={chosenZone()} />
  return (
    <>
      {session.state === "signed-in" ? (
        <Suspense fallback={<LoadingShell />}>
          {/* A new person gets a new client, so that no cached data of the previous one remains. */}
          <Connected key={session.person.id}>{page}</Connected>
        </Suspense>
      ) : (
        page
      )}
      <Announcer />
    </>
  )
}
