import { expect, test } from "vitest"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import type { Context } from "../../src/graphql/kernel/context.ts"
import { createRotation } from "../../src/graphql/on-call/rotation/create-rotation.ts"
import { acceptSwap } from "../../src/graphql/on-call/rotation/settle-swap.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { makeMember } from "../support/people.ts"
import { expectAccessible, freePort, signUp, useBrowser } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })

const dayMs = 86_400_000

/** Two people alternate daily; nobody is on call at night. */
async function makeTurns(projectId: string): Promise<Context> {
  const { ctx } = await makeMember(api.world, projectId, "editor", "Ed")
  const people = [
    await makeMember(api.world, projectId, "viewer", "Bo Larsen"),
    await makeMember(api.world, projectId, "viewer", "Cy Okafor"),
  ]
  const rotation = await createRotation(ctx, {
    projectId,
    name: "Primary",
    timeZone: "Europe/Berlin",
    layers: [
      {
        name: "Turns",
        startsAt: new Date(Date.now() - 30 * dayMs),
        endsAt: new Date(Date.now() + 10 * dayMs),
        handOver: { unit: "days", every: 2, time: "09:00" },
        participantIds: people.map(({ userId }) => userId),
      },
    ],
  })
  await createPolicy(ctx, {
    projectId,
    name: "Standard",
    rules: [
      { delayMinutes: 0, targets: [{ rotationId: rotation.id }] },
      { delayMinutes: 10, targets: [{ userId: people[1]?.userId ?? "" }] },
    ],
  })
  const [bo] = people
  if (bo === undefined) throw new Error("nobody")
  return bo.ctx
}

test("one page shows who is on call and the gaps; a shift is taken over, offered, swapped and given back", async () => {
  const visitor = await browser.visit(base)
  const { page } = visitor
  await signUp(visitor, "ada@example.test", "Acme")
  const project = await api.world.services.database.prisma.project.findFirstOrThrow()
  await page.getByRole("link", { name: "On call" }).click()
  await page.getByRole("heading", { name: "Nobody is on call yet" }).waitFor()
  await expectAccessible(visitor, "nobody on call")

  const bo = await makeTurns(project.id)
  await page.getByRole("heading", { name: "Standard" }).waitFor()
  const line = page.getByRole("group", { name: "Primary, 14 days" })
  await line.getByText("Bo Larsen").first().waitFor()
  await line.getByText("Cy Okafor").first().waitFor()
  await line.getByText("Nobody").first().waitFor()
  await page.getByRole("heading", { name: "Some alerts may reach nobody" }).waitFor()
  await expectAccessible(visitor, "on call")

  await page.getByRole("button", { name: "Take over" }).click()
  await expectAccessible(visitor, "take over")
  await page.getByLabel("Duration").selectOption("1 day")
  await page.getByRole("dialog").getByRole("button", { name: "Take over" }).click()
  await page.getByRole("dialog").waitFor({ state: "detached" })
  const now = page.getByRole("region", { name: "On call now" })
  await now.getByText("Ada Lovelace").waitFor()

  // The shift is offered to Bo, who accepts; then the override ends.
  await line
    .getByRole("button", { name: /^Ada Lovelace\s*\(override\)/ })
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
  const swap = await api.world.services.database.prisma.shiftSwap.findFirstOrThrow()
  await acceptSwap(bo, swap.id)
  await requests.waitFor({ state: "detached" })
  await now.getByText("Bo Larsen").first().waitFor()
  await page.getByRole("button", { name: "End override" }).click()
  await now.getByText("Ada Lovelace").waitFor()
  await page.getByRole("button", { name: "End override" }).click()
  await now.getByText("Ada Lovelace").waitFor({ state: "detached" })
  expect(visitor.faults).toEqual([])
}, 120_000)
