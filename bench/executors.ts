import { print } from "graphql"
import { createExecutor, run } from "../src/graphql/execution/execute.ts"
import { contextFor } from "../src/graphql/kernel/context.ts"
import { schema } from "../src/graphql/schema.ts"
import { createProject } from "../src/graphql/workspace/project/create-project.ts"
import { operations } from "../src/rest/operations.ts"
import { Alerts } from "../src/web/alert/alert-documents.ts"
import { Incidents } from "../src/web/incident/incident-list-documents.ts"
import { MonitorPage } from "../src/web/monitor-list/list-documents.ts"
import { addIncidents } from "../test/support/many-incidents.ts"
import { addMonitors } from "../test/support/many-monitors.ts"
import { openInstallation } from "./installed.ts"
import { describeMachine, median, printTable, spreads, type Cell } from "./machine.ts"

/** `npm run bench:executors`: documents of /v1 and of the dashboard by both executors; see README.md here. */

const [warmUps, rounds, requests] = [2, 5, 25]

const installation = await openInstallation()
try {
  const { services } = installation
  const { actor } = contextFor(services, { kind: "system", name: "bench" })
  const project = { name: "Bench", plan: "pro" } as const
  const { id: projectId } = await createProject(contextFor(services, actor), project)
  await addMonitors(services, projectId, 200)
  await addIncidents(services, projectId, 3000)
  process.stdout.write(`${describeMachine(false)}\n`)
  const executor = createExecutor(schema)

  const ofV1 = ["listMonitors", "listIncidents", "listAlerts"].map((id) => {
    const operation = operations.find((one) => one.id === id)
    if (operation === undefined) throw new Error(`${id} is not an operation`)
    const page = { first: 25, after: null }
    const variables = operation.toVariables({ projectId, page, params: {}, query: {}, body: null })
    return { name: `/v1, ${id}`, document: operation.document, variables }
  })
  const ofDashboard = [
    { name: "dashboard, MonitorPage", document: MonitorPage, variables: { projectId } },
    { name: "dashboard, Incidents", document: Incidents, variables: { projectId } },
    { name: "dashboard, Alerts", document: Alerts, variables: { projectId } },
  ]

  const rows: Cell[][] = []
  for (const { name, document, variables } of [...ofV1, ...ofDashboard]) {
    rows.push([name, ...(await compare(print(document), variables))])
  }
  printTable(
    ["document", "graphql-js, ms", "compiled, ms", "ratio", "CPU, ms", "compiled", "ratio"],
    rows,
  )

  async function compare(text: string, variables: Record<string, unknown>): Promise<Cell[]> {
    const compiled = executor.compileKnown(text, "serialized")
    const requestOf = () => ({
      document: text,
      variables,
      ctx: contextFor(services, actor),
      requestId: "bench",
    })
    const interpret = () => {
      const admitted = executor.authorize(requestOf())
      if (!("validated" in admitted)) throw new Error(admitted.map(String).join("; "))
      return run(admitted)
    }
    const execute = () => compiled(requestOf())
    if (JSON.stringify(await interpret()) !== JSON.stringify(await execute())) {
      throw new Error(`the executors differ:\n${text}`)
    }
    const found: number[][] = []
    for (let round = -warmUps; round < rounds; round += 1) {
      const [slow, fast] = [await measure(interpret), await measure(execute)]
      if (round < 0) continue
      const [ms, cpu] = [fast.ms / slow.ms, fast.cpuMs / slow.cpuMs]
      found.push([slow.ms, fast.ms, ms, slow.cpuMs, fast.cpuMs, cpu])
    }
    return spreads(found)
  }
} finally {
  await installation.stop()
}

async function measure(answer: () => Promise<unknown>): Promise<{ ms: number; cpuMs: number }> {
  const times: number[] = []
  const before = process.cpuUsage()
  for (let sent = 0; sent < requests; sent += 1) {
    const begun = performance.now()
    JSON.stringify(await answer())
    times.push(performance.now() - begun)
  }
  const { user, system } = process.cpuUsage(before)
  return { ms: median(times), cpuMs: (user + system) / 1000 / requests }
}
