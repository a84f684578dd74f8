import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { launcher, makeFolder } from "../cli/watchkeeper.ts"

const page = new URL("../../docs/operations.md", import.meta.url)

test("the commands of docs/operations.md work in the order of the page", async () => {
  const { path, remove } = await makeFolder()
  onTestFinished(remove)
  const text = await readFile(page, "utf8")
  const blocks = [...text.matchAll(/^```sh test\n(.*?)^```$/gms)].map(([, block]) => block)
  expect(blocks.length).toBeGreaterThan(4)
  // Stands for npx, which would look for the package in this folder.
  await mkdir(join(path, "bin"))
  await writeFile(
    join(path, "bin/npx"),
    `#!/bin/sh\nshift\nexec ${process.execPath} ${launcher} "$@"\n`,
    { mode: 0o755 },
  )
  const shell = spawn("bash", ["-euo", "pipefail", "-c", blocks.join("\n")], {
    cwd: path,
    env: { PATH: `${path}/bin:${process.env["PATH"]}`, HOME: path, NO_COLOR: "1" },
  })
  let said = ""
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => (said += chunk))
  }
  const [code] = (await once(shell, "close")) as [number]
  expect([code, said]).toEqual([0, expect.stringContaining("Restored ")])
  for (const words of ["Applied ", "and verified them", "Verified: ", "nothing would be changed"]) {
    expect(said).toContain(words)
  }
}, 120_000)
