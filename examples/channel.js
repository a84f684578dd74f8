// Adds an e-mail channel to a project, asks for its verification code, and follows a test message:
//   node examples/channel.js http://localhost:3000 PROJECT KEY team@example.com
// The key needs the scopes alerts:read, on_call:read, on_call:write and, to watch the delivery, webhooks:read.

import { createInterface } from "node:readline/promises"
import { setTimeout as wait } from "node:timers/promises"

const [base = "", projectId = "", key = "", address = ""] = process.argv.slice(2)

async function ask(query, variables) {
  const response = await fetch(`${base}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = await response.json()
  if (errors !== undefined) throw new Error(errors.map(({ message }) => message).join("\n"))
  return data
}

const { createChannel } = await ask(
  `mutation ($projectId: ID!, $settings: JSON!) {
     createChannel(projectId: $projectId, kind: EMAIL, name: "Team", settings: $settings) { id hint }
   }`,
  { projectId, settings: { address } },
)
const { id, hint } = createChannel
console.log(`A code was sent to ${hint}.`)

const terminal = createInterface({ input: process.stdin, output: process.stdout })
const code = await terminal.question("The code: ")
terminal.close()
await ask("mutation ($id: ID!, $code: String!) { verifyChannel(id: $id, code: $code) { id } }", {
  id,
  code,
})

await ask("mutation ($id: ID!) { testChannel(id: $id) { id } }", { id })
for (let state = "PENDING"; state === "PENDING";) {
  await wait(500)
  const { channel } = await ask(
    "query ($id: ID!) { channel(id: $id) { lastError deliveries(first: 1) { edges { node { state } } } } }",
    { id },
  )
  state = channel.deliveries.edges[0].node.state
  console.log(channel.lastError ?? state)
}
