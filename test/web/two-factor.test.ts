import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { beforeAll, expect, onTestFinished, test } from "vitest"
import { apiEnv, useApi } from "../support/api.ts"
import { ensureProgram } from "../support/apt.ts"
import { oneTimeCode } from "../support/sign-in.ts"
import { expectAccessible, freePort, password, signUp, useBrowser } from "./browser.ts"
import type { Visitor } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
useApi({ ...apiEnv, PORT: port, BASE_URL: base })
const run = promisify(execFile)
const programs = { zbarimg: "" }
const held = {} as { visitor: Visitor }
// Installing it takes a while.
beforeAll(async () => {
  programs.zbarimg = await ensureProgram("zbarimg", "zbar-tools")
  held.visitor = await browser.visit(base, { deviceScaleFactor: 2 })
  await signUp(held.visitor, "ada@example.test", "Acme")
}, 300_000)

test("a person connects a program to a project over OAuth, sees it in the profile and revokes it", async () => {
  const { visitor } = held
  const { page } = visitor
  const callback = `${base}/docs/mcp`
  const registered = await fetch(`${base}/oauth/register`, {
    method: "POST",
    body: JSON.stringify({ client_name: "Helpful agent", redirect_uris: [callback] }),
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  const query = new URLSearchParams({
    client_id,
    redirect_uri: callback,
    response_type: "code",
    code_challenge: "a".repeat(43),
    code_challenge_method: "S256",
    scope: "mcp:read mcp:write",
    state: "1234",
  })
  await page.goto(`/oauth/authorize?${query}`)
  await page.getByRole("heading", { name: "Connect Helpful agent" }).waitFor()
  await page.getByText("cannot verify the name").waitFor()
  await expectAccessible(visitor, "authorization of a program")
  await page.getByRole("radio", { name: /Read and write/ }).check()
  await page.getByRole("button", { name: "Allow" }).click()
  await page.waitForURL(/\/docs\/mcp\?code=watchkeeper_code_[^&]*&state=1234&iss=/)

  await page.goto(`/oauth/authorize?${query}`)
  await page.getByRole("button", { name: "Deny" }).click()
  await page.waitForURL(/error=access_denied/)
  query.set("redirect_uri", "https://evil.example/")
  await page.goto(`/oauth/authorize?${query}`)
  await page.getByText("is not one that the program registered").waitFor()

  await page.goto("/account")
  const card = page.getByRole("region", { name: "Connected programs" })
  await card.getByText("Read and write").waitFor()
  await expectAccessible(visitor, "profile with a connected program")
  await card.getByRole("button", { name: "Revoke access of Helpful agent" }).click()
  await page.getByRole("button", { name: "Revoke access", exact: true }).click()
  await card.waitFor({ state: "hidden" })
  expect(visitor.faults).toEqual([])
}, 90_000)

test("two-factor authentication is set up from a scanned QR code, and then required", async () => {
  const { visitor } = held
  const { page } = visitor
  await page.getByRole("link", { name: "You", exact: true }).click()
  await page.getByRole("link", { name: "Security" }).click()
  const card = page.getByRole("region", { name: "Two-factor authentication" })
  await card.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Set up" }).click()
  const link = page.getByRole("link", { name: "open it on this device" })
  const uri = (await link.getAttribute("href")) ?? ""
  expect(uri).toMatch(/^otpauth:\/\/totp\/Watchkeeper:/)

  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-qr-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const picture = join(folder, "qr.png")
  await writeFile(picture, await page.getByRole("img", { name: /QR code/ }).screenshot())
  const { stdout } = await run(programs.zbarimg, ["--quiet", "--raw", picture])
  expect(stdout.trim()).toBe(uri)
  await expectAccessible(visitor, "set-up of one-time codes")

  await page.getByLabel("Code from the app").fill(oneTimeCode(uri))
  await card.getByRole("button", { name: "Turn on" }).click()
  await page.getByText("You need a code").waitFor()

  await page.getByRole("button", { name: "Sign out", exact: true }).click()
  await page.getByRole("textbox", { name: "E-mail", exact: true }).fill("ada@example.test")
  await page.getByLabel("Password").fill("not the password at all")
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("alert").waitFor()
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByLabel("Code from your authenticator app").waitFor()
  await expectAccessible(visitor, "one-time code")
  await page
    .getByLabel("Code from your authenticator app")
    .fill(oneTimeCode(uri, Date.now() + 30_000))
  await page.getByRole("button", { name: "Continue" }).click()
  // The page that was open when the session ended.
  await page.getByRole("heading", { name: "Security", exact: true }).waitFor()
  expect(visitor.faults).toEqual([])
}, 90_000)
