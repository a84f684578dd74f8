// Follows the status of every monitor of a project: node examples/watch.js ADDRESS PROJECT KEY
import { createClient } from "graphql-ws"
import { WebSocket } from "ws"

const [address, projectId, key] = process.argv.slice(2)
if (!address || !projectId || !key) {
  console.error("Usage: node examples/watch.js ADDRESS PROJECT KEY")
  process.exit(2)
}

const client = createClient({
  url: `${address.replace(/^http/, "ws")}/graphql`,
  webSocketImpl: WebSocket,
  connectionParams: { authorization: `Bearer ${key}` },
  retryAttempts: Infinity,
})

const query = `subscription ($projectId: ID!) {
  monitorStatusChanged(projectId: $projectId) { monitor { name } to at reason isSnapshot }
}`

try {
  for await (const { data, errors } of client.iterate({ query, variables: { projectId } })) {
    if (errors) throw errors[0]
    const { monitor, to, at, reason } = data.monitorStatusChanged
    console.log(`${at}  ${to.padEnd(11)}  ${monitor.name}${reason ? `  ${reason}` : ""}`)
  }
} catch (fault) {
  // A refused connection is closed with a reason.
  console.error(fault.reason || fault.message)
  process.exit(1)
}
