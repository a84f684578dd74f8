import type { Page } from "playwright-core"

export const password = "correct horse battery"

/** Creates the first account of an installation, and its first project. */
export async function signUp(
  { page }: { page: Page },
  email: string,
  project: string,
): Promise<void> {
  // A fresh installation opens on it.
  await page.goto("/")
  await page.getByLabel("Your name").fill("Ada Lovelace")
  await page.getByLabel("E-mail").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Create account" }).click()
  await page.getByLabel("Project name").fill(project)
  await page.getByRole("button", { name: "Create project" }).click()
  try {
    await page.getByRole("heading", { name: "Overview", exact: true }).waitFor()
  } catch (cause) {
    const shown = await page.locator("body").innerText()
    throw new Error(`no overview after signing up, but ${page.url()} shows: ${shown}`, { cause })
  }
}
