import { beforeAll, expect, onTestFinished, test, vi } from "vitest"
import type { Actor } from "../../src/graphql/kernel/access.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { ask } from "../support/ask.ts"
import { checkOf, insertMonitor, offline } from "../support/checks.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
let id: string
let actor: Actor

beforeAll(async () => {
  ;({ id } = await makeProject(world))
  actor = (await makeMember(world, id, "owner", "Grace")).ctx.actor
  for (const name of ["Mail", "Search"]) {
    const monitor = await insertMonitor(world, id, { name, failureThreshold: 1 })
    await recordChecks(world.services, [checkOf(monitor, new Date(), offline)])
  }
})

type Statement = { name?: string; text: string }

/** The nodes of a list, and the statements that read what belongs to them. */
async function read(list: string, fields: string) {
  const query = vi.spyOn(world.services.database.pool, "query")
  onTestFinished(() => query.mockRestore())
  const document = `query ($id: ID!) { project(id: $id) { ${list}(first: 10, sort: NUMBER_ASC) { edges { node { ${fields} } } } } }`
  const { data, errors } = await ask(world, actor, document, { id })
  expect(errors).toEqual([])
  const { edges } = (data as { project: Record<string, { edges: { node: object }[] }> }).project[
    list
  ] ?? { edges: [] }
  const statements = query.mock.calls.map(([asked]): unknown => asked) as Statement[]
  return {
    nodes: edges.map(({ node }) => node),
    names: statements.flatMap(({ name }) => (name?.startsWith("listed-") === true ? [name] : [])),
    ofPrisma: statements.filter(({ text }) => /"public"\."(monitor|state|severity)"/.test(text)),
  }
}

const workflow = "state { __typename name isResolved order } severity { name rank }"
const open = {
  state: { __typename: "State", name: "identified", isResolved: false, order: 1 },
  severity: { name: "major", rank: 2 },
}

test("a list reads states and severities by one statement and monitors by another", async () => {
  const asked = `${workflow} monitor { name isPaused interval ...more }`
  const found = await read("incidents", asked.replace("...more", "... on Monitor { method }"))
  const monitor = { isPaused: false, interval: expect.any(String) as string, method: null }
  expect(found.nodes).toEqual([
    { ...open, monitor: { name: "Mail", ...monitor } },
    { ...open, monitor: { name: "Search", ...monitor } },
  ])
  expect(found.names.toSorted()).toEqual(["listed-monitor", "listed-workflow"])
  expect(found.ofPrisma).toEqual([])
})

test("the rows of a list are read with what else is selected of them", async () => {
  const fields = "monitor { name status labels { name } } severity { name }"
  const { nodes } = await read("alerts", fields)
  const severity = { name: "high" }
  expect(nodes).toEqual([
    { severity, monitor: { name: "Mail", status: "OFFLINE", labels: [] } },
    { severity, monitor: { name: "Search", status: "OFFLINE", labels: [] } },
  ])
})

test("one field can be selected twice with other fields of the relation", async () => {
  const fields = "monitor { name } monitor { id labels { name } } first: monitor { method }"
  const { nodes } = await read("incidents", fields)
  const labeled = { id: expect.any(String) as string, labels: [], name: "Mail" }
  expect(nodes[0]).toEqual({ monitor: labeled, first: { method: null } })
})
