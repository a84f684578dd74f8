import { useEffect, useState, type ReactNode } from "react"
import { Provider } from "urql"
import { LoadingShell } from "../ui/loading-shell.tsx"
import { createClient } from "./client.ts"

/** Connects the pages in it to the server; what they read is dropped with it. */
export function Connected({ children }: { children: ReactNode }): ReactNode {
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
