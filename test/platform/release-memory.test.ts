import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { apiFlags } from "../../src/api/flags.ts"

const module = join(import.meta.dirname, "../../src/platform/release-memory.ts")
/** Leaves garbage in a large young generation, then waits up to ten seconds until the process has given it back. */
const program = `
  import { startReleasing } from ${JSON.stringify(module)}
  const kept = []
  for (let at = 0; at < 2e6; at += 1) {
    const made = { at, more: [at] }
    if (at % 10 === 0) kept.push(made)
  }
  const before = process.memoryUsage().rss
  const stop = process.argv.includes("--never") ? () => undefined : startReleasing(50)
  let tries = 0
  const timer = setInterval(() => {
    const share = process.memoryUsage().rss / before
    if (share > 0.8 && (tries += 1) < 100 / (process.argv.includes("--never") ? 10 : 1)) return
    clearInterval(timer)
    stop()
    process.stdout.write(JSON.stringify({ share, kept: kept.length }))
  }, 100)`

async function run(...args: string[]): Promise<{ share: number; kept: number }> {
  const input = ["--disable-warning=ExperimentalWarning", ...apiFlags, "--input-type=module"]
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...input,
    "--eval",
    program,
    "--",
    ...args,
  ])
  return JSON.parse(stdout) as { share: number; kept: number }
}

test("an idle process returns the memory of its last work, which it would keep otherwise", async () => {
  const [released, kept] = await Promise.all([run(), run("--never")])
  expect(released.kept).toBe(200_000)
  expect(released.share).toBeLessThan(0.8)
  expect(kept.share).toBeGreaterThan(0.8)
})
