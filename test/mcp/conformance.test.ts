import { execFile } from "node:child_process"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { createServer, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { z } from "zod"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { makeLegacyKey } from "../support/mcp.ts"
import { freePort } from "../support/port.ts"
import { makeProject } from "../support/world.ts"

const run = promisify(execFile)
const root = join(import.meta.dirname, "../..")
const packages = join(root, "node_modules/@modelcontextprotocol")

/** The suite sends no Authorization header, so a proxy adds one; its address is the installation's. */
const proxyPort = await freePort()
const base = `http://localhost:${proxyPort}`
const api = useApi({ ...apiEnv, BASE_URL: base })
const held = { authorization: "" }

/** So that no project reaches its rate limit. */
async function useNewProject(): Promise<void> {
  const { id: projectId } = await makeProject(api.world)
  await declareIncident(api.world.system, { projectId, title: "Checkout is down" })
  held.authorization = (await makeLegacyKey(api.world, projectId)).authorization
}

const proxy = createServer((req, res) => {
  const { port } = new URL(api.address)
  const headers = { ...req.headers, authorization: held.authorization }
  const sent = request(
    { host: "127.0.0.1", port, path: req.url, method: req.method, headers },
    (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    },
  )
  sent.on("error", () => res.destroy())
  res.on("close", () => sent.destroy())
  req.pipe(sent)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => proxy.listen(proxyPort, "localhost", resolve))
})
afterAll(() => {
  proxy.closeAllConnections()
  proxy.close()
})

const check = z.object({
  id: z.string(),
  status: z.string(),
  errorMessage: z.string().optional(),
})

/** Runs all server scenarios of a version of the protocol, and returns each check with its scenario. */
async function runSuite(version: string) {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-conformance-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const cli = join(packages, "conformance/dist/index.js")
  const args = ["server", "--url", `${base}/mcp`, "--suite", "all", "--spec-version", version]
  // It exits with 1, because some scenarios need a server of its own.
  await run(process.execPath, [cli, ...args, "-o", folder], { maxBuffer: 2 ** 26 }).catch(
    () => null,
  )
  const files = (await readdir(folder, { recursive: true })).filter((one) =>
    one.endsWith("checks.json"),
  )
  const checks = await Promise.all(
    files.map(async (file) => {
      const scenario = file.split("/")[0] ?? ""
      const read = z.array(check).parse(JSON.parse(await readFile(join(folder, file), "utf8")))
      return read.map((one) => ({ scenario, ...one }))
    }),
  )
  return checks.flat()
}

/** What the suite looks for in a server that was written for it, and features that this one does not offer. */
const beyond = new RegExp(
  [
    "There is no (tool|prompt) test_",
    "Resource not found: test://",
    "Not testable: server (does not list the diagnostic tool|exposes no tool with x-mcp-header)",
    "json_schema_2020_12_tool",
  ].join("|"),
)
const notOffered =
  /^server-(completion-complete|logging-set-level|tools-call-with-logging|resources-(un)?subscribe)-/
/** They need the answer of a test tool first. */
const dependent = /^server-input-required-result-(tampered-state|multi-round)-/

test.each([
  ["2026-07-28", 90],
  ["2025-11-25", 30],
  ["2025-06-18", 25],
])(
  "the official conformance suite for %s passes, except for what needs a server of its own",
  async (version, atLeast) => {
    await useNewProject()
    const checks = await runSuite(version)
    const failed = checks.filter(
      ({ scenario, status, errorMessage = "" }) =>
        status === "FAILURE" &&
        !beyond.test(errorMessage) &&
        !notOffered.test(scenario) &&
        !dependent.test(scenario),
    )
    expect(failed).toEqual([])
    const passed = checks.filter(({ status }) => status === "SUCCESS")
    expect(passed.length).toBeGreaterThanOrEqual(atLeast)
  },
)

test("the command line of the MCP inspector lists and calls tools", async () => {
  await useNewProject()
  const cli = join(packages, "inspector-cli/build/cli.js")
  const inspect = async (...args: string[]): Promise<unknown> => {
    const target = [`${api.address}/mcp`, "--transport", "http"]
    const header = ["--header", `Authorization: ${held.authorization}`]
    // It looks for its own package.json in the folder above the current one.
    const options = { cwd: join(packages, "inspector-cli/build") }
    const command = [cli, "--cli", ...target, ...header, ...args]
    const { stdout } = await run(process.execPath, command, options)
    return JSON.parse(stdout)
  }
  expect(await inspect("--method", "tools/list")).toMatchObject({
    tools: expect.arrayContaining([expect.objectContaining({ name: "get_overview" })]),
  })
  const call = [
    "--method",
    "tools/call",
    "--tool-name",
    "get_incident",
    "--tool-arg",
    "incident=#1",
  ]
  expect(await inspect(...call)).toMatchObject({
    structuredContent: { incident: { number: 1 } },
  })
})
