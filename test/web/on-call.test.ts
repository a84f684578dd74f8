import { expect, test } from "vitest"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { createRotation } from "../../src/graphql/on-call/rotation/create-rotation.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { makeMember } from "../support/people.ts"
import { expectAccessible, freePort, signUp, useBrowser } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })

const dayMs = 86_400_000

/** Two people alternate daily; nobody is on call at night. */
async function makeTurns(projectId: string): Promise<void> {
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
}

test("one page shows who is on call, who is next and the gaps, and lets a person take over", async () => {
  const visitor = await browser.visit(base)
  const { page } = visitor
  await signUp(visitor, "ada@example.test", "Acme")
  const project = await api.world.services.database.prisma.project.findFirstOrThrow()
  await page.getByRole("link", { name: "On call" }).click()
  await page.getByRole("heading", { name: "Nobody is on call yet" }).waitFor()
  await expectAccessible(visitor, "nobody on call")

  await makeTurns(project.id)
  await page.getByRole("heading", { name: "Standard" }).waitFor()
  const line = page.getByRole("group", { name: "Primary, the next 14 days" })
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
  await page.getByRole("region", { name: "On call now" }).getByText("ada").waitFor()
  expect(visitor.faults).toEqual([])
}, 90_000)
