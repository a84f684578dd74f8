import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { afterAll, expect, test } from "vitest"
import { apiEnv, makeKey, useApi } from "../support/api.ts"
import { startSmtp } from "../support/smtp.ts"
import { makeProject } from "../support/world.ts"
import { useNotify } from "../support/notify.ts"

const smtp = await startSmtp()
const api = useApi({ ...apiEnv, SMTP_URL: smtp.url, MAIL_FROM: "alerts@watch.example" })
afterAll(() => smtp.stop())
useNotify(api.world)

const example = fileURLToPath(new URL("../../examples/channel.js", import.meta.url))

test("the example adds a channel, verifies it with the mailed code, and receives its test message", async () => {
  const { id } = await makeProject(api.world)
  const { authorization } = await makeKey(api.world, id, [
    "alerts:read",
    "on_call:read",
    "on_call:write",
    "webhooks:read",
  ])
  const key = authorization.replace("Bearer ", "")
  const child = spawn(process.execPath, [example, api.address, id, key, "team@shop.example"], {
    stdio: ["pipe", "pipe", "inherit"],
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line))
  await smtp.reached(1)
  child.stdin.end(`${smtp.mails[0]?.parsed.subject?.slice(0, 6)}\n`)
  const [code] = await once(child, "exit")
  expect(code).toBe(0)
  expect(lines[0]).toBe("A code was sent to t•••@shop.example.")
  expect(lines.at(-1)).toContain("ACCEPTED")
  expect(smtp.mails.map(({ parsed }) => parsed.subject)).toContain("Test of Team")
})
