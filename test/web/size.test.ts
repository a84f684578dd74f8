import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { expect, test } from "vitest"

test("the dashboard stays light enough for a phone on a bad line", async () => {
  const folder = join(import.meta.dirname, "../../dist/web/assets")
  const scripts = (await readdir(folder)).filter((name) => name.endsWith(".js"))
  const sizes = await Promise.all(
    scripts.map(async (name) => gzipSync(await readFile(join(folder, name))).length),
  )
  const total = sizes.reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(50_000)
  expect(total).toBeLessThan(150_000)
})
