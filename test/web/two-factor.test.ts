import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { beforeAll, expect, onTestFinished, test } from "vitest"
import { inviteMember } from "../../src/graphql/workspace/member/invite-member.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { ensureProgram } from "../support/apt.ts"
import { oneTimeCode } from "../support/sign-in.ts"
import { attachAuthenticator } from "./authenticator.ts"
import {
  expectAccessible,
  freePort,
  password,
  signUp,
  useBrowser,
  type Visitor,
} from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
// Passkeys need a host name.
const base = `http://localhost:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })
const run = promisify(execFile)
const programs = { zbarimg: "" }
const held = {} as { visitor: Visitor; backupCode: string }
// Installing it takes a while.
beforeAll(async () => {
  programs.zbarimg = await ensureProgram("zbarimg", "zbar-tools")
  held.visitor = await browser.visit(base, { deviceScaleFactor: 2 })
  await signUp(held.visitor, "ada@example.test", "Acme")
})

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
})

test("two-factor authentication is set up from a scanned QR code, and then required, but not with a passkey", async () => {
  const { visitor } = held
  const { page } = visitor
  const device = await attachAuthenticator(page)
  await page.getByRole("link", { name: "You", exact: true }).click()
  await choosePreferences(visitor)
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

  held.backupCode = (await card.getByText(/^\w{5}-\w{5} /).textContent())?.split(" ")[0] ?? ""
  await page.getByLabel("Code from the app").fill(oneTimeCode(uri))
  await card.getByRole("button", { name: "Turn on" }).click()
  await page.getByText("You need a code").waitFor()

  await page.getByRole("button", { name: "Sign out", exact: true }).click()
  await page.getByRole("textbox", { name: "E-mail", exact: true }).fill("ada@example.test")
  await page.getByLabel("Password").fill("not the password at all")
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await page.getByRole("alert").waitFor()
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await page.getByLabel("Code from your authenticator app").waitFor()
  await expectAccessible(visitor, "one-time code")
  await page
    .getByLabel("Code from your authenticator app")
    .fill(oneTimeCode(uri, Date.now() + 30_000))
  await page.getByRole("button", { name: "Continue" }).click()
  // The page that was open when the session ended.
  await page.getByRole("heading", { name: "Security", exact: true }).waitFor()

  const passkeys = page.getByRole("region", { name: "Passkeys" })
  const add = passkeys.getByRole("button", { name: "Add passkey" })
  // The list of sessions is refused to an old session: it is read before.
  await page.getByRole("region", { name: "Sessions" }).getByRole("listitem").first().waitFor()
  const { session } = api.world.services.database.prisma
  await session.updateMany({ data: { createdAt: new Date(Date.now() - 25 * 3_600_000) } })
  await add.click()
  await passkeys.getByText("You signed in more than a day ago").waitFor()
  await session.updateMany({ data: { createdAt: new Date() } })
  await add.click()
  await passkeys.getByText("never used").waitFor()
  await page.getByRole("button", { name: "Rename the passkey Passkey 1" }).click()
  await page.getByRole("dialog").getByLabel("Name").fill("Work laptop")
  await page.getByRole("button", { name: "Save name" }).click()
  await passkeys.getByText("Work laptop").waitFor()
  await expectAccessible(visitor, "passkeys")

  // A stolen device without its owner's finger is refused, whatever the page asked of it.
  await device.verifiesUser(false)
  expect(await page.evaluate(signInUnverified)).toMatchObject({ code: "USER_NOT_VERIFIED" })
  await device.verifiesUser(true)

  await device.present(false)
  const signOut = page.getByRole("button", { name: "Sign out", exact: true })
  const signIn = page.getByRole("button", { name: "Sign in with a passkey" })
  await signOut.first().click()
  await signIn.waitFor()
  await expectAccessible(visitor, "sign-in with a passkey")
  await device.present(true)
  await signIn.click()
  await passkeys.getByText("last used just now").waitFor()

  // The browser suggests it in the e-mail field; the virtual device accepts at once.
  const signedInAgain = page.waitForResponse(/passkey\/verify-authentication/)
  await signOut.first().click()
  await signedInAgain
  await passkeys.getByText("last used just now").waitFor()

  await page.getByRole("button", { name: "Remove the passkey Work laptop" }).click()
  await page.getByRole("button", { name: "Remove passkey" }).click()
  await page
    .getByRole("button", { name: "Rename the passkey Work laptop" })
    .waitFor({ state: "detached" })
  await signOut.first().click()
  await page.getByText("This passkey was removed from its account.").waitFor()
  expect(visitor.faults).toEqual([])

  const other = await browser.visit(`http://127.0.0.1:${port}`)
  await other.page.goto("/sign-in")
  await other.page.getByText("Passkeys need a host name.").waitFor()
})

test("a project that requires a second factor asks a member to set one up before it opens", async () => {
  const { prisma } = api.world.services.database
  const guest = await browser.visit(base)
  const { page } = guest
  const { id: projectId } = await prisma.project.findFirstOrThrow()
  const token = await inviteTo(projectId)
  await attachAuthenticator(page)
  await page.goto(`/invitations/${token}`)
  await page.getByLabel("Your name").fill("Grace Hopper")
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Create account" }).click()
  await page.getByRole("button", { name: "Join the project" }).click()
  await page.getByRole("link", { name: "Settings", exact: true }).waitFor()

  const { page: own } = held.visitor
  await own.goto("/sign-in")
  await prisma.user.updateMany({
    where: { email: "ada@example.test" },
    data: { twoFactorEnabled: false },
  })
  await own.getByRole("textbox", { name: "E-mail", exact: true }).fill("ada@example.test")
  await own.getByLabel("Password").fill(password)
  await own.getByRole("button", { name: "Sign in", exact: true }).click()
  await own.getByRole("heading", { name: "Overview", exact: true }).waitFor()
  await own.goto(`/projects/${projectId}/settings`)
  await own.getByRole("switch", { name: "Require a second factor" }).click()
  await own.getByText("You would lock yourself out").waitFor()
  await prisma.user.updateMany({
    where: { email: "ada@example.test" },
    data: { twoFactorEnabled: true },
  })
  await own.goto("/account/security")
  const confirm = own.getByRole("region", { name: "Confirm your second factor" })
  await confirm.getByLabel("Code from the app, or a backup code").fill("wrong-codes")
  await confirm.getByRole("button", { name: "Confirm" }).click()
  await confirm.getByRole("alert").waitFor()
  await expectAccessible(held.visitor, "confirmation of a second factor")
  await confirm.getByLabel("Code from the app, or a backup code").fill(held.backupCode)
  await confirm.getByRole("button", { name: "Confirm" }).click()
  await confirm.waitFor({ state: "hidden" })
  await own.goto(`/projects/${projectId}/settings`)
  await own.getByRole("switch", { name: "Require a second factor" }).click()
  await own.getByText("A second factor is required").first().waitFor()
  await expectAccessible(held.visitor, "general settings")

  await page.goto(`/projects/${projectId}/monitors`)
  await page.getByRole("heading", { name: "Set up a second factor" }).waitFor()
  await expectAccessible(guest, "set-up of a second factor")
  await page.getByRole("button", { name: "Add passkey" }).click()
  await page.getByRole("heading", { name: "Monitors", exact: true }).waitFor()
  expect(guest.faults).toEqual([])
})

/** The token of an invitation as viewer, for an address without an account. */
async function inviteTo(projectId: string): Promise<string> {
  const { url } = await inviteMember(api.world.system, {
    projectId,
    email: "grace@example.test",
    role: "viewer",
  })
  return new URL(url).pathname.split("/").at(-1) ?? ""
}

/** Times are then in that zone on every page, and in every browser of the person. */
async function choosePreferences(visitor: Visitor) {
  const { page } = visitor
  const preferences = page.getByRole("region", { name: "Time zone and language" })
  const zone = preferences.getByRole("combobox", { name: "Time zone" })
  await zone.fill("kiriti")
  await page.getByRole("option", { name: "Pacific/Kiritimati" }).click()
  await preferences.getByLabel("Language of messages").selectOption("Deutsch")
  await preferences.getByRole("button", { name: "Save" }).click()
  await page.getByText("Time zone and language saved").first().waitFor()
  await expectAccessible(visitor, "profile")
  await page.reload()
  const joined = page.getByRole("region", { name: "Your projects" }).locator("time")
  await joined.hover()
  expect(await joined.getAttribute("title")).toMatch(/GMT\+14\n\d{4}-\d\d-\d\d [\d:]{8} UTC$/)
  const users = await api.world.services.database.prisma.user.findMany()
  expect(users).toMatchObject([{ timeZone: "Pacific/Kiritimati", language: "de" }])
}

const signInUnverified = `(async () => {
  const asked = await (await fetch("/api/auth/passkey/generate-authenticate-options")).json()
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
    ...asked,
    userVerification: "discouraged",
  })
  const response = (await navigator.credentials.get({ publicKey })).toJSON()
  const answer = await fetch("/api/auth/passkey/verify-authentication", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ response }),
  })
  return answer.json()
})()`
