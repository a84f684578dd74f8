import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { apiEnv, useApi } from "../support/api.ts"
import { makeMember } from "../support/people.ts"
import { soon } from "../support/soon.ts"
import { expectAccessible, freePort, signUp, useBrowser } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })

const dayMs = 86_400_000

/** Midnight of a day counted from today, in the browser's zone, which is the test's. */
function midnight(days: number): Date {
  const date = new Date()
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days)
}

/** A value of a datetime-local field. */
const local = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** Where a day lies in a calendar of 14 days that starts on Monday. */
async function pointOf(page: Page, days: number) {
  const box = await page.locator(".calendar-lanes").boundingBox()
  if (box === null) throw new Error("there is no calendar")
  const at = (new Date().getDay() + 6) % 7
  return { x: box.x + (box.width * (at + days + 0.5)) / 14, y: box.y + box.height / 2 }
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, from.y, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
}

/** An invitation accepted in a browser of its own. */
async function invite(page: Page, projectId: string, name: string) {
  await page.goto(`/projects/${projectId}/settings/members`)
  await page.getByLabel("Email address").fill("bo@example.test")
  await page.getByLabel("Role", { exact: true }).selectOption("Viewer")
  await page.getByRole("button", { name: /^Invite/ }).click()
  const link = await page.getByText(/\/invitations\//).textContent()
  const guest = await browser.visit(base)
  await guest.page.goto(new URL(link ?? "").pathname)
  await guest.page.getByLabel("Your name").fill(name)
  await guest.page.getByLabel("Password").fill("another long password")
  await guest.page.getByRole("button", { name: "Create account" }).click()
  await guest.page.getByRole("button", { name: "Join the project" }).click()
  await guest.page.getByRole("link", { name: "Settings", exact: true }).waitFor()
  return guest
}

test("three people share a rotation with overrides and a swap, and its policy is played through", async () => {
  const visitor = await browser.visit(base)
  const { page } = visitor
  await signUp(visitor, "ada@example.test", "Acme")
  const { prisma } = api.world.services.database
  const project = await prisma.project.findFirstOrThrow()
  const bo = await invite(page, project.id, "Bo Larsen")
  await makeMember(api.world, project.id, "viewer", "Cy Okafor")
  const onCall = `/projects/${project.id}/on-call`
  await page.goto(onCall)
  await page.getByRole("heading", { name: "Nobody is on call yet" }).waitFor()
  await expectAccessible(visitor, "nobody on call")

  // Bo, Ada and Cy take turns of a day for five days.
  await page.goto(`${onCall}/rotations/new`)
  await page.getByLabel("Name", { exact: true }).fill("Primary")
  for (const name of ["Bo Larsen", "Ada Lovelace", "Cy Okafor"]) {
    // Found by a part of the name, and chosen without the mouse.
    await page.getByRole("combobox", { name: "Add a person" }).fill(name.slice(0, 4))
    await soon(() => page.getByRole("option").allTextContents()).toEqual([
      expect.stringContaining(name),
    ])
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
  }
  await page.getByLabel("Hand over every").fill("24")
  await page.getByLabel("Unit").selectOption("hours")
  await page.getByRole("button", { name: "Add an end" }).click()
  await page.getByLabel("Ends").fill(local(midnight(5)))
  await expectAccessible(visitor, "new rotation")
  await page.getByRole("button", { name: "Create rotation" }).click()
  await page.getByRole("heading", { name: "Primary", level: 1 }).waitFor()
  await page.getByRole("list", { name: "Turns of Weekly" }).getByText("Cy Okafor").waitFor()
  await expectAccessible(visitor, "rotation")

  await page.goto(`${onCall}/policies/new`)
  await page.getByLabel("Name", { exact: true }).fill("Standard")
  const first = page.getByRole("group", { name: "Rule 1", exact: true })
  await first.getByRole("combobox", { name: "Page" }).click()
  await page.getByRole("option", { name: /^Primary/ }).click()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Add rule" }).click()
  const second = page.getByRole("group", { name: "Rule 2", exact: true })
  await second.getByRole("combobox", { name: "Page" }).click()
  await page.getByRole("option", { name: /^Ada Lovelace/ }).click()
  await page.keyboard.press("Escape")
  // A link elsewhere asks first, and keeps what was entered.
  await page.getByRole("link", { name: "Overview", exact: true }).click()
  const leave = page.getByRole("dialog", { name: "Leave without saving?" })
  await expectAccessible(visitor, "leave without saving")
  await leave.getByRole("button", { name: "Cancel" }).click()
  await leave.waitFor({ state: "detached" })
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Standard")
  await page.getByRole("button", { name: "Create policy" }).click()
  await page.getByRole("heading", { name: "Standard", level: 1 }).waitFor()

  await page.getByRole("link", { name: "On call", exact: true }).click()
  const line = page.getByRole("group", { name: "Primary, 14 days" })
  const bars = (name: string | RegExp) => line.getByRole("button", { name })
  await bars(/^Cy Okafor/)
    .first()
    .waitFor()
  await line.getByText("Nobody").first().waitFor()
  const unready = page.getByRole("region", { name: "Some alerts may reach nobody" })
  await unready.getByText(/^Alerts (?:reach nobody|do not reach .*): e-mail/).waitFor()
  await expectAccessible(visitor, "on call")

  // Taken over from now on, and given back.
  const now = page.getByRole("region", { name: "On call now" })
  const rule1 = now.getByRole("listitem").first()
  await rule1.getByText("Bo Larsen").waitFor()
  await page.getByRole("button", { name: "Take over" }).click()
  await expectAccessible(visitor, "take over")
  await page.getByLabel("Duration").selectOption("1 hour")
  await page.getByRole("dialog").getByRole("button", { name: "Take over" }).click()
  await page.getByRole("dialog").waitFor({ state: "detached" })
  await rule1.getByText("Ada Lovelace").waitFor()
  await page.getByRole("button", { name: "End override" }).click()
  await rule1.getByText("Bo Larsen").waitFor()

  // Days become an override by dragging over them; its end is dragged too, and moved by keys.
  await drag(page, await pointOf(page, 2), await pointOf(page, 3))
  const dialog = page.getByRole("dialog", { name: "Override “Primary”" })
  expect(await dialog.getByLabel("From").inputValue()).toBe(local(midnight(2)))
  expect(await dialog.getByLabel("Until").inputValue()).toBe(local(midnight(4)))
  await dialog.getByRole("combobox", { name: "On call instead" }).click()
  await page.getByRole("option", { name: "Ada Lovelace" }).click()
  await dialog.getByRole("button", { name: "Create override" }).click()
  const edge = line.getByRole("slider", { name: "End of the override of Ada Lovelace" })
  const end = async () =>
    (await prisma.rotationOverride.findFirst({ orderBy: { endsAt: "desc" } }))?.endsAt.getTime()
  await edge.focus()
  await page.keyboard.press("PageDown")
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("Enter")
  await soon(end).toBe(midnight(4).getTime() - dayMs + 3_600_000)
  const endToast = page.locator(".toast", { hasText: "The override of Ada Lovelace ends" })
  const firstText = (await endToast.textContent()) ?? ""
  await expectAccessible(visitor, "override in the calendar")
  const box = await edge.boundingBox()
  const held = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + 4 }
  await drag(page, held, { ...(await pointOf(page, 4)), y: held.y })
  await soon(end).toBeGreaterThan(midnight(4).getTime())
  await endToast.filter({ hasNotText: firstText }).getByRole("button", { name: "Undo" }).click()
  await soon(end).toBe(midnight(4).getTime() - dayMs + 3_600_000)
  await line.getByRole("button", { name: "Override days of Primary, 14 days" }).focus()
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("Shift+ArrowRight")
  await page.keyboard.press("Enter")
  expect(await dialog.getByLabel("From").inputValue()).toBe(local(midnight(1)))
  expect(await dialog.getByLabel("Until").inputValue()).toBe(local(midnight(3)))
  await page.keyboard.press("Escape")

  // Ada offers tomorrow to Bo, who finds the request on the overview and accepts.
  await bars(/^Ada Lovelace\s*from/)
    .first()
    .click()
  await page.getByRole("button", { name: "Offer to swap…" }).click()
  await page.getByRole("combobox", { name: "Ask" }).click()
  await page.getByRole("option", { name: /Bo Larsen/ }).click()
  await expectAccessible(visitor, "offer a shift")
  await page.getByRole("button", { name: "Send request" }).click()
  const requests = page.getByRole("region", { name: "Swap requests" })
  await requests.getByText("You asked Bo Larsen to take “Primary”").waitFor()
  await expectAccessible(visitor, "swap request")
  await bo.page.goto(`/projects/${project.id}`)
  const asked = bo.page.getByRole("region", { name: "Swap requests" })
  await asked.getByText("Ada Lovelace asks you to take “Primary”").waitFor()
  await expectAccessible(bo, "swap request on the overview")
  await asked.getByRole("button", { name: "Accept" }).click()
  await asked.waitFor({ state: "detached" })
  await requests.waitFor({ state: "detached" })
  await bars(/^Bo Larsen\s*\(override\)/).waitFor()

  // Played through for tomorrow: Bo, by the swap, and then Ada.
  await page.getByRole("link", { name: "Simulate", exact: true }).click()
  await page.getByRole("heading", { name: "By the policy Standard" }).waitFor()
  await page.getByLabel("Raised at").fill(local(new Date(midnight(1).getTime() + dayMs / 2)))
  const steps = page.getByRole("list", { name: "What would happen" })
  await soon(async () =>
    (await steps.getByText(/^(?:Bo Larsen|Ada Lovelace|Cy Okafor)$/).allTextContents()).join(),
  ).toBe("Bo Larsen,Ada Lovelace")
  await steps.getByText("+ 10 min").first().waitFor()
  await expectAccessible(visitor, "simulation")
  expect([...visitor.faults, ...bo.faults]).toEqual([])
})
