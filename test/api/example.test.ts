import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { makeKey, useApi } from "../support/api.ts"
import { insertMonitor } from "../support/checks.ts"
import { makeProject } from "../support/world.ts"

const api = useApi()
const example = fileURLToPath(new URL("../../examples/watch.js", import.meta.url))

test("the example that follows a project prints the current state of its monitors", async () => {
  const project = await makeProject(api.world)
  const { authorization } = await makeKey(api.world, project.id)
  await insertMonitor(api.world, project.id, { name: "Shop" })
  const child = spawn(
    process.execPath,
    [example, api.address, project.id, authorization.replace("Bearer ", "")],
    { stdio: ["ignore", "pipe", "inherit"] },
  )
  const [line] = await once(createInterface({ input: child.stdout }), "line")
  expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z {2}UNKNOWN {6}Shop$/)
  child.kill()
  await once(child, "exit")
})

test("the example reports why it is refused", async () => {
  const project = await makeProject(api.world)
  const child = spawn(process.execPath, [example, api.address, project.id, "watchkeeper_live_no"])
  const [[line], [code]] = await Promise.all([
    once(createInterface({ input: child.stderr }), "line"),
    once(child, "exit"),
  ])
  expect({ line, code }).toEqual({ line: expect.stringContaining("API key"), code: 1 })
})
